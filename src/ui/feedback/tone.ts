import type { IconName } from '../icons/icon-set.ts'

/**
 * What a colour means, never which colour it is. `info` is under way, `success` done, `warning` waits for somebody,
 * `danger` stopped, `attention` needs another try, `neutral` is over or says nothing.
 */
export const tones = ['neutral', 'info', 'success', 'warning', 'danger', 'attention'] as const
export type Tone = (typeof tones)[number]

/** Written out because Tailwind finds class names by reading them. */
export const toneClasses: Record<Tone, { text: string; soft: string; line: string; fill: string }> = {
  neutral: { text: 'text-neutral', soft: 'bg-neutral-soft', line: 'border-neutral-line', fill: 'bg-neutral' },
  info: { text: 'text-info', soft: 'bg-info-soft', line: 'border-info-line', fill: 'bg-info' },
  success: { text: 'text-success', soft: 'bg-success-soft', line: 'border-success-line', fill: 'bg-success' },
  warning: { text: 'text-warning', soft: 'bg-warning-soft', line: 'border-warning-line', fill: 'bg-warning' },
  danger: { text: 'text-danger', soft: 'bg-danger-soft', line: 'border-danger-line', fill: 'bg-danger' },
  attention: {
    text: 'text-attention',
    soft: 'bg-attention-soft',
    line: 'border-attention-line',
    fill: 'bg-attention',
  },
}

export const toneIcons: Record<Tone, IconName> = {
  neutral: 'circle',
  info: 'info',
  success: 'circle-check',
  warning: 'clock',
  danger: 'octagon-x',
  attention: 'alert',
}
