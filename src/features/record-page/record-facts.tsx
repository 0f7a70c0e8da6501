import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import type { AnyRecord } from '../../commands/command-context.ts'
import { resourceViews } from '../../resources/registry.ts'
import { useFieldWords } from '../journal/field-changes.tsx'
import { columnsOf, isFact } from '../preview/columns-of.ts'

/** Facts under one heading: a section of the resource's form, or null for what no form has. */
export type FactGroup = { readonly section: string | null; readonly ids: readonly string[] }

/**
 * Everything that a record has: the columns of its list, and the fields that no column shows, in the sections of its form.
 * A column or a field that is added to the resource appears by itself.
 */
export const factGroups = (resource: ResourceName): readonly FactGroup[] => {
  const columns = columnsOf(resource)
  const headed = columns.filter((column) => !isFact(column)).map(({ id }) => id)
  const ids = [...columns.filter(isFact).map(({ id }) => id), ...Object.keys(resources[resource].shapes)]
  const all = [...new Set(ids)].filter((id) => !headed.includes(id))
  const sections = resourceViews[resource].form?.sections ?? []
  const sectioned = new Set(sections.flatMap(({ fields }) => fields))
  return [
    ...sections.map(({ id, fields }) => ({ section: id, ids: fields.filter((name) => all.includes(name)) })),
    { section: null, ids: all.filter((id) => !sectioned.has(id)) },
  ].filter(({ ids }) => ids.length > 0)
}

type RecordFactsProps = { resource: ResourceName; record: AnyRecord; isCompact: boolean }

/** What a record says, group by group. What says nothing is not shown. */
export const RecordFacts = ({ resource, record, isCompact }: RecordFactsProps) => {
  const { t } = useTranslation(['record', resource])
  const all = useMemo(() => factGroups(resource), [resource])
  const groups = all
    .map(({ section, ids }) => ({ section, ids: ids.filter((id) => !isBlank(record, id)) }))
    .filter(({ ids }) => ids.length > 0)
  const isDivided = groups.length > 1
  return (
    <div className={isCompact ? 'flex flex-col gap-4' : 'flex flex-col gap-6'}>
      {groups.map(({ section, ids }) => (
        <section key={section}>
          {isDivided && (
            <h3 className="mb-2 text-xs font-medium text-ink-muted">
              {section === null ? t('record:progress') : t(`${resource}:sections.${section}`)}
            </h3>
          )}
          <dl
            className={
              isCompact ? 'flex flex-col gap-1.5 text-sm' : 'grid gap-x-8 gap-y-2 text-base sm:grid-cols-2'
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
  return value === null || value === ''
}

const Fact = ({ id, resource, record }: { id: string; resource: ResourceName; record: AnyRecord }) => {
  const { t } = useTranslation(resource)
  const column = columnsOf(resource).find((one) => one.id === id)
  const { label, write } = useFieldWords({ resource, before: null, after: null, names: {} }, record.country)
  if (column) return <Line name={t(column.header)}>{column.cell(record)}</Line>
  const name = label(id)
  const value = write(id, (record as unknown as Record<string, unknown>)[id])
  if (name === null || value === '') return null
  return (
    <Line name={name}>
      <span className="wrap-anywhere">{value}</span>
    </Line>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 items-baseline gap-3 has-data-nothing:hidden">
    <dt className="w-30 shrink-0 text-ink-muted">{name}</dt>
    <dd className="min-w-0 flex-1 [&_.truncate]:whitespace-normal [&_.truncate]:wrap-anywhere">{children}</dd>
  </div>
)
