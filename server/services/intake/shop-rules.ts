import type { AskedKind } from '../../../domain/intake/source-kinds.ts'

/**
 * What to ask of a shop. `address`: of the shop; `token`: of its API, for WooCommerce `ck_…:cs_…`; `since`: instant after which
 * orders changed; `page`: what the answer before named, null for the first.
 */
export type ShopQuestion = { address: string; token: string; since: Date; page: string | null }

export type ShopCall = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }

/**
 * An answer of a shop. `orders`: events as the shop would have sent them, with their headers; `next`: of the page after it, null if
 * this is the last.
 */
export type ShopPage = { orders: { headers: Record<string, string>; body: string }[]; next: string | null }

/** `read`: null if the answer is none of that shop. */
type Rule = {
  call: (question: ShopQuestion) => ShopCall
  read: (answer: unknown, question: ShopQuestion) => ShopPage | null
}

/** Asked for; a shop that answers more is not believed. */
export const ordersOfPage = 50

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const json = { accept: 'application/json' }

const under = (address: string, path: string): string => `${address.replace(/\/$/, '')}${path}`

const basic = (token: string): string => `Basic ${Buffer.from(token).toString('base64')}`

const event = (order: unknown, headers: Record<string, string>) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(order),
})

/** `GET /wp-json/wc/v3/orders`: the same objects as its events. */
const woocommerce: Rule = {
  call: ({ address, token, since, page }) => {
    const query = new URLSearchParams({
      modified_after: since.toISOString().slice(0, 19),
      dates_are_gmt: 'true',
      per_page: String(ordersOfPage),
      page: page ?? '1',
      order: 'asc',
    })
    return {
      url: under(address, `/wp-json/wc/v3/orders?${query}`),
      method: 'GET',
      headers: { ...json, authorization: basic(token) },
    }
  },
  read: (answer, { page }) =>
    !Array.isArray(answer)
      ? null
      : {
          orders: answer
            .filter(isObject)
            .map((order) => event(order, { 'x-wc-webhook-topic': 'order.updated' })),
          next: answer.length < ordersOfPage ? null : String(Number(page ?? '1') + 1),
        },
}

/** Versions of Shopify's API are served for a year. */
const SHOPIFY_VERSION = '2026-07'

const money = (name: string): string => `${name} { shopMoney { amount } }`
const place =
  'name firstName lastName company address1 address2 city province zip country countryCodeV2 phone'

const shopifyQuery = `query orders($query: String!, $after: String) {
  orders(first: ${ordersOfPage}, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id name createdAt updatedAt cancelledAt displayFinancialStatus displayFulfillmentStatus currencyCode note phone
      ${money('totalOutstandingSet')} ${money('currentTotalPriceSet')}
      shippingAddress { ${place} } billingAddress { ${place} } customer { firstName lastName phone }
      lineItems(first: 100) {
        nodes { id sku name quantity currentQuantity ${money('originalUnitPriceSet')} ${money('totalDiscountSet')} }
      }
    }
  }
}`

/** `POST /admin/api/<version>/graphql.json`, written as an event of `orders/updated`. */
const shopify: Rule = {
  call: ({ address, token, since, page }) => ({
    url: under(address, `/admin/api/${SHOPIFY_VERSION}/graphql.json`),
    method: 'POST',
    headers: { ...json, 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({
      query: shopifyQuery,
      variables: { query: `updated_at:>='${since.toISOString()}'`, after: page },
    }),
  }),
  read: (answer) => {
    const found = memberIn(memberIn(answer, 'data'), 'orders')
    if (found === null) return null
    const info = memberIn(found, 'pageInfo')
    const next = info?.hasNextPage === true && typeof info.endCursor === 'string' ? info.endCursor : null
    return {
      orders: nodesIn(found).map((node) =>
        event(shopifyEvent(node), { 'x-shopify-topic': 'orders/updated' }),
      ),
      next,
    }
  },
}

const memberIn = (value: unknown, name: string): Record<string, unknown> | null => {
  const member = isObject(value) ? value[name] : undefined
  return isObject(member) ? member : null
}

const nodesIn = (connection: unknown): Record<string, unknown>[] => {
  const nodes = isObject(connection) ? connection.nodes : undefined
  return Array.isArray(nodes) ? nodes.filter(isObject) : []
}

const amountIn = (node: Record<string, unknown>, name: string): unknown =>
  memberIn(memberIn(node, name), 'shopMoney')?.amount ?? null

const shopifyPlace = (node: Record<string, unknown>, name: string): unknown => {
  const found = memberIn(node, name)
  if (found === null) return null
  const { firstName, lastName, countryCodeV2, ...rest } = found
  return { ...rest, first_name: firstName, last_name: lastName, country_code: countryCodeV2 }
}

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : null)

const shopifyEvent = (node: Record<string, unknown>): Record<string, unknown> => {
  const customer = memberIn(node, 'customer')
  return {
    admin_graphql_api_id: node.id,
    name: node.name,
    created_at: node.createdAt,
    updated_at: node.updatedAt,
    cancelled_at: node.cancelledAt,
    financial_status: lower(node.displayFinancialStatus),
    fulfillment_status: lower(node.displayFulfillmentStatus),
    currency: node.currencyCode,
    note: node.note,
    phone: node.phone,
    total_outstanding: amountIn(node, 'totalOutstandingSet'),
    current_total_price: amountIn(node, 'currentTotalPriceSet'),
    shipping_address: shopifyPlace(node, 'shippingAddress'),
    billing_address: shopifyPlace(node, 'billingAddress'),
    customer: customer && {
      first_name: customer.firstName,
      last_name: customer.lastName,
      phone: customer.phone,
    },
    line_items: nodesIn(node.lineItems).map((line) => ({
      admin_graphql_api_id: line.id,
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      current_quantity: line.currentQuantity,
      price: amountIn(line, 'originalUnitPriceSet'),
      total_discount: amountIn(line, 'totalDiscountSet'),
    })),
  }
}

/** `GET /orders`, newest first: YouCan names no filter by time, so its pages end with the first that is older. */
const youcan: Rule = {
  call: ({ address, token, page }) => {
    const query = new URLSearchParams({
      page: page ?? '1',
      limit: String(ordersOfPage),
      sort_field: 'created_at',
      sort_order: 'desc',
      include: 'customer,shipping,payment,variants',
    })
    return {
      url: under(address, `/orders?${query}`),
      method: 'GET',
      headers: { ...json, authorization: `Bearer ${token}` },
    }
  },
  read: (answer, { page, since }) => {
    const data = isObject(answer) ? answer.data : undefined
    if (!Array.isArray(data)) return null
    const orders = data.filter(isObject)
    const isNew = ({ created_at, updated_at }: Record<string, unknown>) => {
      const at = Date.parse(String(updated_at ?? created_at))
      return Number.isNaN(at) || at >= since.getTime()
    }
    const changed = orders.filter(isNew)
    return {
      orders: changed.map((order) => event(order, {})),
      next:
        changed.length < orders.length || orders.length < ordersOfPage
          ? null
          : String(Number(page ?? '1') + 1),
    }
  },
}

/** How each kind of shop is asked. From the shops' documents; not tried against the services. */
export const shopRules: Readonly<Record<AskedKind, Rule>> = { shopify, woocommerce, youcan }
