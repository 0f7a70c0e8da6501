/**
 * The meaning of a chart's colour: `accent` the subject, `quiet` what that is measured against, the rest as in
 * statuses. `fill` is the same on an element.
 */
export const chartTones = {
  accent: { token: '--accent-text', fill: 'bg-accent-text' },
  quiet: { token: '--line-strong', fill: 'bg-line-strong' },
  info: { token: '--info', fill: 'bg-info' },
  success: { token: '--success', fill: 'bg-success' },
  warning: { token: '--warning', fill: 'bg-warning' },
  danger: { token: '--danger', fill: 'bg-danger' },
  attention: { token: '--attention', fill: 'bg-attention' },
  neutral: { token: '--neutral', fill: 'bg-neutral' },
} as const

export type ChartTone = keyof typeof chartTones
