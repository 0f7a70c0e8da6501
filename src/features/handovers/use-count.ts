import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Handover, HandoverDue } from '../../../domain/handovers/handover.ts'
import { isLargeDifference, whyNotHandOver } from '../../../domain/handovers/policy.ts'
import { amountDifference, hasValidDecimals, largestAmount } from '../../../domain/lib/money.ts'
import { readAmount } from '../../../domain/lib/typed/read-amount.ts'
import { codeOf, type Failure } from '../../../machines/failure.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import { moneyFormat } from '../../ui/format/money.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

/** `due` is null until a sum was counted, so that the expected sum does not influence the count. */
export type Count = {
  text: string
  counted: number | null
  due: HandoverDue | null
  note: string
  isPending: boolean
  failure: Failure['code'] | null
}

const empty: Count = { text: '', counted: null, due: null, note: '', isPending: false, failure: null }

/** Code why the text is no amount of the country; null if it is. */
const whyNotCounted = (counted: number | null, country: HandoverDue['country']): Failure['code'] | null => {
  if (counted === null) return 'NOT_A_NUMBER'
  if (counted < 0) return 'TOO_SMALL'
  if (counted > largestAmount) return 'TOO_LARGE'
  return hasValidDecimals(counted, country) ? null : 'TOO_MANY_DECIMALS'
}

/** State of a cash count: sum, then expected sum, then the recorded handover. */
export const useCount = (delivery: string) => {
  const { api, user, country, ports } = useWorkspace()
  const { i18n } = useTranslation('handovers')
  const money = moneyFormat(localeOf(i18n.language), countries[country].currency, true)
  const [count, setCount] = useState(empty)
  const change = useCallback((next: Partial<Count>) => setCount((before) => ({ ...before, ...next })), [])
  // A repeated submit after a lost answer reuses its key.
  const attempt = useRef<{ said: string; key: string } | null>(null)

  const reveal = async () => {
    const counted = readAmount(count.text, country)
    const failure = whyNotCounted(counted, country)
    if (failure !== null) {
      change({ failure })
      return
    }
    change({ isPending: true, failure: null })
    try {
      change({ counted, due: await api.handovers.due(delivery, country), isPending: false })
    } catch (error) {
      change({ isPending: false, failure: codeOf(error) })
    }
  }

  const record = async (due: HandoverDue, counted: number) => {
    const note = count.note.trim() === '' ? null : count.note.trim()
    const refusal = whyNotHandOver(user, due, { counted, note })
    if (refusal !== null) {
      change({ failure: refusal })
      return
    }
    const isSure =
      !isLargeDifference(due, counted) ||
      (await ports.confirm({
        titleKey: 'handovers:large.title',
        detailKey: 'handovers:large.detail',
        yesKey: 'handovers:count.record',
        values: { name: due.deliveryName, amount: money(Math.abs(amountDifference(counted, due.expected))) },
        danger: true,
      }))
    if (!isSure) return
    const input = { country, delivery, counted, note, seen: due.seen }
    const said = JSON.stringify(input)
    if (attempt.current?.said !== said) attempt.current = { said, key: newIdempotencyKey() }
    change({ isPending: true, failure: null })
    try {
      const made = await api.create('handovers', input, { idempotencyKey: attempt.current.key })
      done(made)
    } catch (error) {
      const present = error instanceof ApiProblem && error.code === 'CASH_CHANGED' ? error.current : undefined
      change({
        isPending: false,
        failure: codeOf(error),
        ...(present === undefined ? {} : { due: present as HandoverDue }),
      })
    }
  }

  const done = ({ id, number, deliveryName, batchId }: Handover) => {
    ports.notify({
      tone: 'success',
      titleKey: 'handovers:recorded',
      values: { number, name: deliveryName },
      action: ports.offerUndo(batchId),
    })
    ports.navigate(paths.receipt(id), { replace: true })
  }

  const { due, counted } = count
  return {
    count,
    change,
    /** Counts again; hides the expected sum. */
    restart: () => setCount(empty),
    submit: () => void (due === null || counted === null ? reveal() : record(due, counted)),
  }
}
