import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select, type SelectOption } from '../../ui/fields/select.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

type GuyPickerProps = { value: string | null; onChange: (guy: string | null) => void }

const everybody = 'all'

/** Whose round is shown: one delivery person's, or everybody's. */
export const GuyPicker = ({ value, onChange }: GuyPickerProps) => {
  const { t } = useTranslation('delivery')
  const { api, country } = useWorkspace()
  const [guys, setGuys] = useState<readonly SelectOption[]>([])
  useEffect(() => {
    const request = new AbortController()
    api.users
      .deliveryGuys(country, { signal: request.signal })
      .then(({ items }) => setGuys(items.map(({ id, name }) => ({ value: id, label: name }))))
      .catch(() => undefined)
    return () => request.abort()
  }, [api, country])
  return (
    <Select
      aria-label={t('guy.label')}
      className="min-w-48"
      value={value ?? everybody}
      options={[{ value: everybody, label: t('guy.everybody') }, ...guys]}
      onValueChange={(guy) => onChange(guy === everybody ? null : guy)}
    />
  )
}
