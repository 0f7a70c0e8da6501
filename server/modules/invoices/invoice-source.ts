import { invoiceList } from '../../../domain/invoices/invoice-list.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { listSource } from '../../crud/list-source.ts'

export const invoiceSource = listSource(invoiceList, {
  resource: 'invoices',
  verb: 'invoice.list',
  table: invoices,
  owner: invoices.owner,
  filters: {
    country: invoices.country,
    status: invoices.status,
    owner: invoices.owner,
    total: invoices.totalWithFees,
  },
  sorts: {
    createdAt: invoices.createdAt,
    number: invoices.number,
    code: invoices.code,
    week: invoices.week,
    totalWithFees: invoices.totalWithFees,
    status: invoices.status,
    updatedAt: invoices.updatedAt,
  },
})
