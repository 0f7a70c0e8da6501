/** What the spreadsheets are called that people save: the empty one, and the rows that did not pass. */
export const importFiles = { template: 'orders.xlsx', failed: 'orders-failed.xlsx' } as const
