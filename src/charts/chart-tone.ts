/** Colours by meaning: `accent` the subject, `quiet` its reference, others as for statuses. `fill`: class of an element. */
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
