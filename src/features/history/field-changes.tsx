import { useTranslation } from 'react-i18next'
import { isResourceName } from '../../../domain/access/permissions.ts'
import type { LoginWay } from '../../../domain/changes/audit-verbs.ts'
import type { Change } from '../../../domain/changes/changes.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { currencyFormat } from '../../../domain/lib/currency-format.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import type { Shape, Shapes } from '../../../domain/lib/shape.ts'
import { shownLink } from '../../../domain/lib/typed/read-link.ts'
import { resources } from '../../../domain/resources.ts'
import { spacingWords } from '../../resources/call-policies/spacing-words.ts'
import { grantsWords } from '../../resources/keys/grant-words.ts'
import { phoneText } from '../../ui/format/phone.ts'
import { shortDay } from '../../ui/format/short-day.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Picture } from '../../ui/icons/picture.tsx'
import { deviceName } from '../auth/device-name.ts'

type FieldChangesProps = {
  change: Pick<Change, 'resource' | 'before' | 'after' | 'names'>
  country: CountryCode
}

/** Changed fields with old and new values; for a created record only the new ones. */
export const FieldChanges = ({ change, country }: FieldChangesProps) => {
  const { t } = useTranslation(['history', change.resource])
  const { label, write } = useFieldWords(change, country)
  const { before, after } = change
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const shown = names.flatMap((name) => {
    const word = label(name)
    if (word === null) return []
    const [was, is] = [write(name, before?.[name]), write(name, after?.[name])]
    // Picture values have equal texts, so compare their paths.
    const isSame = isPicture(name) ? before?.[name] === after?.[name] : was === is
    // Empty fields of a created record are omitted.
    return isSame || (before === null && is === '') ? [] : [{ name, word, was, is }]
  })
  if (shown.length === 0) return <p className="text-sm text-ink-muted">{t('noFields')}</p>
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-1 text-sm sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {shown.map(({ name, word, was, is }) => (
        <div key={name} className="contents">
          <dt className="text-ink-muted">{word}</dt>
          <dd className="mb-1 flex min-w-0 flex-wrap items-center gap-x-1.5 sm:mb-0">
            {before !== null && !hasNoFormer(change.resource, name) && (
              <>
                <Value name={name} value={before[name]} words={was} isFormer />
                <Icon name="arrow-right" size={14} label={t('becomes')} className="text-ink-faint" />
              </>
            )}
            <Value name={name} value={after?.[name]} words={is} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ValueProps = { name: string; value: unknown; words: string; isFormer?: boolean }

/** A thumbnail, or a word if it fails to load; screen readers get the word. */
const Value = ({ name, value, words, isFormer = false }: ValueProps) => {
  const { t } = useTranslation('history')
  const text = (
    <span dir="auto" className={isFormer ? 'wrap-anywhere text-ink-muted line-through' : 'wrap-anywhere'}>
      {words || t('nothing')}
    </span>
  )
  if (!isPicture(name) || typeof value !== 'string' || value === '') return text
  return (
    <span title={words}>
      <Picture
        source={value}
        size={32}
        fallback={text}
        label={words}
        className={isFormer ? 'rounded-md border border-line opacity-60' : 'rounded-md border border-line'}
      />
    </span>
  )
}

/** An opened message replaces none, nor does a login. */
const hasNoFormer = (resource: string, name: string): boolean =>
  name === 'template' ||
  (name === 'channel' && resource !== 'templates') ||
  (resource === 'users' && fieldsOfAudit.some((one) => one === name))

const isPicture = (name: string): boolean => name === 'productImage'

/** Of logins, sign-outs and files: there is no former value. */
const fieldsOfAudit = ['way', 'ended', 'sessions', 'network', 'device', 'list', 'filter', 'rows'] as const

/** Fields that only the history has. */
const ownFields = [
  'isDeleted',
  'activation',
  'callbackAt',
  'caller',
  'template',
  'channel',
  'passkey',
  ...fieldsOfAudit,
] as const

const isOwn = (name: string): name is (typeof ownFields)[number] => ownFields.some((own) => own === name)

/** Label and formatted value of any field. */
export const useFieldWords = ({ resource, names }: FieldChangesProps['change'], country: CountryCode) => {
  const { t, i18n } = useTranslation(['history', resource, 'countries', 'users', 'commands', 'templates'])
  const shapes: Shapes = resources[resource].shapes
  const { currency, timeZone } = countries[country]

  /** Null for internal fields, which have no label. */
  const label = (name: string): string | null => {
    // Equals the line's own time.
    if (name === 'statusAt') return null
    if (isOwn(name) && resource !== 'templates') return t(`history:field.${name}`)
    const key = `${resource}:fields.${name}`
    return i18n.exists(key) ? t(key) : null
  }

  /** A list by its title, other files by what they are. */
  const listWords = (list: string): string => {
    const key = isResourceName(list) ? `${list}:title` : `history:file.${list}`
    return i18n.exists(key) ? t(key) : list
  }

  const write = (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return ''
    if (isPicture(name)) return t('history:picture')
    if (name === 'country') return t(`countries:${String(value)}`)
    if (name === 'channel' && resource !== 'templates') return t(`templates:channel.${String(value)}`)
    if (resource === 'users') {
      if (name === 'way') return t(`history:way.${value as LoginWay}`)
      if (name === 'device' || name === 'ended') return deviceName(String(value)) ?? String(value)
      if (name === 'list') return listWords(String(value))
      if (name === 'rows' || name === 'sessions')
        return numberFormat(localeOf(i18n.language)).format(Number(value))
    }
    if (name === 'isDeleted') return t(value === true ? 'users:yes' : 'users:no')
    if (resource === 'call-policies' && name === 'spacing') return spacingWords(String(value), t)
    const known = typeof value === 'string' ? names[value] : undefined
    return known ?? writeShape(shapes[name], name, value)
  }

  const writeShape = (shape: Shape | undefined, name: string, value: unknown): string => {
    switch (shape?.kind) {
      case 'flag':
        return t(value === true ? 'users:yes' : 'users:no')
      case 'money':
        return currencyFormat(localeOf(i18n.language), currency).format(Number(value))
      case 'integer':
      case 'number':
        return numberFormat(localeOf(i18n.language)).format(Number(value))
      case 'date':
        return new Intl.DateTimeFormat(localeOf(i18n.language), {
          dateStyle: 'medium',
          timeZone: 'UTC',
        }).format(Date.parse(String(value)))
      case 'instant':
        return new Intl.DateTimeFormat(localeOf(i18n.language), {
          ...shortDay,
          hour: '2-digit',
          minute: '2-digit',
          timeZone,
        }).format(Date.parse(String(value)))
      case 'phone':
        return phoneText(String(value))
      case 'url':
        return shownLink(String(value))
      case 'choice': {
        const key = `${resource}:${name}.${String(value)}`
        return i18n.exists(key) ? t(key) : String(value)
      }
      case 'values':
        if (resource === 'keys' && name === 'verbs') return grantsWords(t, value as string[])
        return Array.isArray(value) ? value.map((one) => writeShape(shape.of, name, one)).join(', ') : ''
      // An id whose name is unknown.
      case 'id':
        return ''
      default:
        return typeof value === 'object' ? '' : String(value)
    }
  }
  return { label, write }
}
