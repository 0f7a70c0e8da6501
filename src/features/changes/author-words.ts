import type { TFunction } from 'i18next'
import type { ChangeBatch } from '../../../domain/changes/changes.ts'

/** Who made a change: `Ahmed`, `Ahmed, by key Sheet`; null for the server itself. */
export const authorWords = (
  t: TFunction,
  { actorName, by }: Pick<ChangeBatch, 'actorName' | 'by'>,
): string | null =>
  by === null || actorName === null
    ? actorName
    : t(`history:by.${by.resource}`, { person: actorName, name: by.name })
