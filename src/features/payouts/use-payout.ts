import { useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '../../../domain/access/paths.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { Invoice } from '../../../domain/invoices/invoice.ts'
import { amountDifference, hasValidDecimals, sumAmounts } from '../../../domain/lib/money.ts'
import { readAmount } from '../../../domain/lib/typed/read-amount.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import type { OwedSeller, PayoutMethod, PayoutPart } from '../../../domain/payouts/payout.ts'
import { payEverything, totalOfParts, whyNotDay, whyNotPayPart } from '../../../domain/payouts/policy.ts'
import { codeOf, type Failure } from '../../../machines/failure.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Sellers with unpaid invoices in the country, read once. */
export const useOwedSellers = () => {
  const { api, country } = useWorkspace()
  const [sellers, setSellers] = useState<readonly OwedSeller[] | null>(null)
  const [failure, setFailure] = useState<Failure['code'] | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again.
  useEffect(() => {
    const request = new AbortController()
    setFailure(null)
    api.payouts.owed(country, { signal: request.signal }).then(
      ({ items }) => setSellers(items),
      (error: unknown) => {
        if (!request.signal.aborted) setFailure(codeOf(error))
      },
    )
    return () => request.abort()
  }, [api, country, tries])
  return { sellers, failure, reload: () => setTries(tries + 1) }
}

const MAX_INVOICES = 500

/** The unpaid invoices of a seller, oldest first. */
export const useOpenInvoices = (seller: string) => {
  const { api, country } = useWorkspace()
  const [invoices, setInvoices] = useState<readonly Invoice[] | null>(null)
  const [failure, setFailure] = useState<Failure['code'] | null>(null)
  useEffect(() => {
    const request = new AbortController()
    const where = { owner: seller, country, status: 'UN_PAID' }
    api.list('invoices', { where, sort: 'createdAt', limit: MAX_INVOICES }, { signal: request.signal }).then(
      ({ items }) => setInvoices(items),
      (error: unknown) => {
        if (!request.signal.aborted) setFailure(codeOf(error))
      },
    )
    return () => request.abort()
  }, [api, country, seller])
  return { invoices, failure }
}

type Draft = {
  /** As typed, by invoice. */
  amounts: Readonly<Record<string, string>>
  method: PayoutMethod
  date: string
  reference: string
  isPending: boolean
  failure: Failure['code'] | null
}

const typedParts = (parts: readonly PayoutPart[]): Record<string, string> =>
  Object.fromEntries(parts.map(({ invoice, amount }) => [invoice, String(amount)]))

/** State of a payout being typed; `all` and `invoices` of the address fill in what remains. */
export const usePayout = ({ id: seller }: OwedSeller, invoices: readonly Invoice[]) => {
  const { api, country, ports } = useWorkspace()
  const [params] = useQueryParams()
  const [draft, setDraft] = useState<Draft>(() => {
    const named = params.get('invoices')?.split(',') ?? []
    const isAll = params.has('all')
    const chosen = invoices.filter(({ id }) => isAll || named.includes(id))
    return {
      amounts: typedParts(payEverything(chosen)),
      method: 'CASH',
      date: todayIn(country),
      reference: '',
      isPending: false,
      failure: null,
    }
  })
  // A repeated submit after a lost answer reuses its key.
  const attempt = useRef<{ said: string; key: string } | null>(null)
  const change = (next: Partial<Draft>) => setDraft((before) => ({ ...before, ...next }))

  const { parts, problems } = useMemo(() => {
    const parts: PayoutPart[] = []
    const problems: Record<string, Code> = {}
    for (const invoice of invoices) {
      const typed = draft.amounts[invoice.id]?.trim() ?? ''
      if (typed === '') continue
      const amount = readAmount(typed, country)
      const code =
        amount === null
          ? 'NOT_A_NUMBER'
          : hasValidDecimals(amount, country)
            ? whyNotPayPart(invoice, invoice, amount)
            : 'TOO_MANY_DECIMALS'
      if (code !== null) problems[invoice.id] = code
      parts.push({ invoice: invoice.id, amount: amount ?? 0 })
    }
    return { parts, problems }
  }, [draft.amounts, invoices, country])
  const total = totalOfParts(parts)
  const left = amountDifference(sumAmounts(invoices.map(({ remaining }) => remaining)), total)

  const submit = async () => {
    const [problem = null] = Object.values(problems)
    const failure =
      problem ??
      (parts.length === 0
        ? 'REQUIRED'
        : total < 0
          ? 'PAYOUT_BELOW_ZERO'
          : whyNotDay(draft.date, todayIn(country)))
    if (failure !== null) {
      change({ failure })
      return
    }
    const { method, date, reference } = draft
    const input = { seller, country, lines: parts, method, date, reference: reference.trim() || null }
    const said = JSON.stringify(input)
    if (attempt.current?.said !== said) attempt.current = { said, key: newIdempotencyKey() }
    change({ isPending: true, failure: null })
    let batch: string | null = null
    try {
      const { id, code } = await api.payouts.record(input, {
        idempotencyKey: attempt.current.key,
        onBatch: (made) => {
          batch = made
        },
      })
      ports.notify({
        tone: 'success',
        titleKey: 'payouts:saved',
        values: { code },
        action: batch === null ? undefined : ports.offerUndo(batch),
      })
      ports.navigate(paths.payoutReceipt(id), { replace: true })
    } catch (error) {
      change({ isPending: false, failure: codeOf(error) })
    }
  }

  return {
    payout: { ...draft, left },
    change,
    amounts: draft.amounts,
    parts,
    total,
    problems,
    payEverything: () => change({ amounts: typedParts(payEverything(invoices)), failure: null }),
    submit: () => void submit(),
  }
}
