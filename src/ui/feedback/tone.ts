import type { IconName } from '../icons/icon-set.ts'

/**
 * Meaning of a colour: `info` in progress, `success` done, `warning` needs attention from somebody, `danger` stopped,
 * `attention` to be retried, `neutral` closed or without meaning.
 */
export const tones = ['neutral', 'info', 'success', 'warning', 'danger', 'attention'] as const
export type Tone = (typeof tones)[number]

/** Complete class names, because Tailwind scans the source. */
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
