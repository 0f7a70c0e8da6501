import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'

type NoteProps = { icon: IconName; tone?: keyof typeof tones; children: ReactNode }

/** Who or what a screen is about, in one line of the label. */
export const Note = ({ icon, tone = 'accent', children }: NoteProps) => (
  <p className="flex items-center gap-2.5 rounded-md border border-line bg-canvas px-3 py-2.5">
    <Icon name={icon} size={20} className={cx('shrink-0', tones[tone])} />
    <span className="min-w-0 font-medium wrap-anywhere">{children}</span>
  </p>
)

const tones = { accent: 'text-accent-text', success: 'text-success', danger: 'text-danger' } as const
