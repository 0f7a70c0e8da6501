import { useTranslation } from 'react-i18next'
import type { Figure } from '../../../domain/analytics/analytics.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useBoard } from './board.ts'
import { changeOf, type Verdict } from './figure-change.ts'
import { missingReasons } from './missing-reasons.ts'

/** How a figure has changed, or why there is none; an arrow, a word, and a tone by what it means. */
export const ChangeNote = ({ figure, className }: { figure: Figure; className?: string }) => {
  const { t } = useTranslation('dashboard')
  const { words } = useBoard()
  const noteClass = cx('flex items-center gap-1 text-xs', className)
  const reason = missingReasons[figure.name]
  if (figure.value === null) {
    return <span className={cx(noteClass, 'text-ink-muted')}>{reason && t(`missing.${reason}`)}</span>
  }
  const change = changeOf(figure)
  if (change === null) return <span className={cx(noteClass, 'text-ink-muted')}>{t('change.nothing')}</span>
  if (change.direction === 'flat') {
    return (
      <span className={cx(noteClass, 'text-ink-muted')}>
        <Icon name="minus" size={12} />
        {t('change.flat')}
      </span>
    )
  }
  const { direction, verdict, by } = change
  const share = (amount: number) => (amount < smallShare ? words.rate : words.share)(amount)
  const texts = {
    relative: () => t(`change.${direction}`, { amount: share(change.amount) }),
    points: () =>
      t(`change.${direction}`, { amount: t('change.points', { points: words.points(change.amount) }) }),
    difference: () =>
      t(direction === 'up' ? 'change.more' : 'change.less', { amount: words[figure.unit](change.amount) }),
  }
  return (
    <span className={cx(noteClass, verdictClass[verdict])}>
      <Icon name={direction === 'up' ? 'arrow-up' : 'arrow-down'} size={12} />
      {texts[by]()}
      {verdict !== 'neither' && <span className="sr-only">{t(`change.${verdict}`)}</span>}
    </span>
  )
}

/** Below this a decimal says something. */
const smallShare = 0.1

const verdictClass: Record<Verdict, string> = {
  better: 'text-success',
  worse: 'text-danger',
  neither: 'text-ink-muted',
}
