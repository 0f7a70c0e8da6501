import { orderFields } from '../orders/order.ts'

/** An order's comment with a line more: what stood there first stays, as far as there is room. */
export const addToComment = (comment: string | null, line: string): string => {
  const said = line.trim()
  if (!comment?.trim()) return said.slice(0, orderFields.comment.max)
  const room = orderFields.comment.max - said.length - 1
  return `${comment.trim().slice(0, room)}\n${said}`
}
