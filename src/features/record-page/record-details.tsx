import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Field, Fields } from '../../../domain/lib/field.ts'
import type { Shape, Shapes } from '../../../domain/lib/shape.ts'
import { isMisleadingLink, isSafeLink, shownLink } from '../../../domain/lib/typed/read-link.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import type { AnyRecord } from '../../commands/command.ts'
import { resourceViews } from '../../resources/registry.ts'
import { cx } from '../../ui/cx.ts'
import { callLink } from '../../ui/format/phone.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useFieldWords } from '../history/field-changes.tsx'
import { RecordHistory } from '../history/record-history.tsx'
import { isFact, previewColumnsOf } from '../records/record-facts.ts'
import { RecordNotice } from './record-notice.tsx'
import { Part } from './record-part.tsx'
import { BesideParts, RelatedParts } from './related-parts.tsx'

/** Fields under a heading: a section of the form, or null for fields outside of it. */
export type FactGroup = { readonly section: string | null; readonly ids: readonly string[] }

/**
 * All fields of a record: list columns and form fields, grouped by form sections. Derived, so that new ones appear. The country,
 * often the only one of its section with a value, is among the others.
 */
export const factGroups = (resource: ResourceName): readonly FactGroup[] => {
  const columns = previewColumnsOf(resource)
  const headed = columns.filter((column) => !isFact(column)).map(({ id }) => id)
  const ids = [...columns.filter(isFact).map(({ id }) => id), ...Object.keys(resources[resource].shapes)]
  const all = [...new Set(ids)].filter((id) => !headed.includes(id))
  const sections = (resourceViews[resource].form?.sections ?? []).map(({ id, fields }) => ({
    id,
    fields: fields.filter((name) => name !== 'country'),
  }))
  const sectioned = new Set(sections.flatMap(({ fields }) => fields))
  return [
    ...sections.map(({ id, fields }) => ({ section: id, ids: fields.filter((name) => all.includes(name)) })),
    { section: null, ids: all.filter((id) => !sectioned.has(id)) },
  ].filter(({ ids }) => ids.length > 0)
}

type RecordFactsProps = { resource: ResourceName; record: AnyRecord; isCompact: boolean }

/** Fields by group; empty ones are omitted. */
export const RecordFacts = ({ resource, record, isCompact }: RecordFactsProps) => {
  const { t } = useTranslation(['record', resource])
  const all = useMemo(() => factGroups(resource), [resource])
  const groups = all
    .map(({ section, ids }) => ({ section, ids: ids.filter((id) => !isBlank(record, id)) }))
    .filter(({ ids }) => ids.length > 0)
  const isDivided = groups.length > 1
  return (
    <div className={isCompact ? 'flex flex-col gap-4' : '@container flex flex-col gap-6'}>
      {groups.map(({ section, ids }) => (
        <section key={section}>
          {isDivided && (
            <h3 className="mb-2 text-xs font-medium text-ink-muted">
              {section === null ? t('record:progress') : t(`${resource}:sections.${section}`)}
            </h3>
          )}
          <dl
            className={
              isCompact
                ? 'flex flex-col gap-1.5 text-sm'
                : 'grid grid-flow-row-dense gap-x-8 gap-y-2 text-base @lg:grid-cols-2 @max-3xl:gap-x-6'
            }
          >
            {ids.map((id) => (
              <Fact key={id} id={id} resource={resource} record={record} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

const isBlank = (record: AnyRecord, id: string): boolean => {
  const value = (record as unknown as Record<string, unknown>)[id]
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

const Fact = ({ id, resource, record }: { id: string; resource: ResourceName; record: AnyRecord }) => {
  const { t } = useTranslation([resource, 'record'])
  const column = previewColumnsOf(resource).find((one) => one.id === id)
  const { label, write } = useFieldWords({ resource, before: null, after: null, names: {} }, record.country)
  const fact = (record as unknown as Record<string, unknown>)[id]
  const href = factHref(resource, id, fact)
  const isLong = fieldOf(resource, id)?.kind === 'text' && String(fact).includes('\n')
  const isWide = isLong || shapeOf(resource, id)?.kind === 'values'
  if (isLong) {
    return (
      <Line name={column ? t(column.header) : (label(id) ?? id)} isWide>
        <span dir="auto" className="block whitespace-pre-line wrap-anywhere">
          {String(fact)}
        </span>
      </Line>
    )
  }
  if (column && href === null) {
    return (
      <Line name={t(column.header)} isWide={isWide}>
        {column.cell(record)}
        {shapeOf(resource, id)?.kind === 'url' && isMisleadingLink(String(fact)) && (
          <span className="block text-sm text-warning">{t('record:misleadingLink')}</span>
        )}
      </Line>
    )
  }
  const name = column ? t(column.header) : label(id)
  const value = write(id, fact)
  if (name === null || value === '') return null
  return (
    <Line name={name} isWide={isWide}>
      {href === null ? (
        <span className="wrap-anywhere">{value}</span>
      ) : (
        <FactLink href={href}>{href.startsWith('tel:') ? value : shownLink(href)}</FactLink>
      )}
    </Line>
  )
}

/** Link of a field: phone call or source of the goods; null for others. */
export const factHref = (resource: ResourceName, id: string, value: unknown): string | null => {
  if (typeof value !== 'string' || value === '') return null
  const kind = shapeOf(resource, id)?.kind
  if (kind === 'phone') return callLink(value)
  // Stored before links were validated, or by others.
  return kind === 'url' && isSafeLink(value) ? value : null
}

const fieldOf = (resource: ResourceName, id: string): Field | undefined => {
  const { updateFields }: { updateFields: Fields } = resources[resource]
  return updateFields[id]
}

const shapeOf = (resource: ResourceName, id: string): Shape | undefined => {
  const shapes: Shapes = resources[resource].shapes
  return shapes[id]
}

const FactLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    {...(!href.startsWith('tel:') && { target: '_blank', rel: 'noreferrer' })}
    className={cx(
      'figures inline-flex items-center rounded-sm text-accent-text hover:underline pointer-coarse:min-h-11',
      href.startsWith('tel:') ? 'whitespace-nowrap' : 'wrap-anywhere',
    )}
  >
    {children}
  </a>
)

type LineProps = { name: string; isWide: boolean; children: ReactNode }

/** `isWide`: both columns, for several values. */
const Line = ({ name, isWide, children }: LineProps) => (
  <div
    className={cx('flex min-w-0 items-baseline gap-3 has-data-nothing:hidden', isWide && '@lg:col-span-2')}
  >
    <dt className="w-30 shrink-0 text-ink-muted @max-3xl:w-28">{name}</dt>
    {/* The name stands before it, which cells of a phone's list repeat. */}
    <dd className="min-w-0 flex-1 [&_.narrow-label]:hidden [&_.truncate]:whitespace-normal [&_.truncate]:wrap-anywhere">
      {children}
    </dd>
  </div>
)

type RecordDetailsProps = {
  resource: ResourceName
  record: AnyRecord
  /** In the preview: one column, and the newest history lines. */
  isCompact?: boolean
}

const MAX_COMPACT_LINES = 4

/** A record's fields, related records and history. */
export const RecordDetails = ({ resource, record, isCompact = false }: RecordDetailsProps) => {
  const { t } = useTranslation('history')
  const { user } = useWorkspace()
  const { id } = record
  const country = 'country' in record ? record.country : null
  const mayReadHistory = whyNot(user, resources[resource].verbs.history, record) === null
  const facts = (
    <>
      <RecordNotice resource={resource} record={record} />
      <RecordFacts resource={resource} record={record} isCompact={isCompact} />
      <RelatedParts key={id} resource={resource} record={record} />
    </>
  )
  const history = mayReadHistory && (
    <Part title={t('history.title')}>
      <RecordHistory
        key={id}
        record={{ resource, id, country }}
        limit={isCompact ? MAX_COMPACT_LINES : undefined}
      />
    </Part>
  )
  if (isCompact) {
    return (
      <div className="flex flex-col gap-5">
        {facts}
        <BesideParts key={`beside ${id}`} resource={resource} record={record} />
        {history}
      </div>
    )
  }
  return (
    <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-6">{facts}</div>
      {/* Beside the facts, the first part begins at their height; below them, its line divides. */}
      <div className="flex min-w-0 flex-col gap-6 xl:[&>section:first-child>div:first-child]:border-t-0 xl:[&>section:first-child>div:first-child]:pt-0">
        <BesideParts key={id} resource={resource} record={record} />
        {history}
      </div>
    </div>
  )
}
