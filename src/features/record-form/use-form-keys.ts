import { type RefObject, useEffect } from 'react'
import { paths } from '../../../domain/access/paths.ts'
import type { ListedResource } from '../../../domain/access/routes.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { formActions } from './form-commands.ts'

/** Keys of a form that edits no record, such as a paste: Mod+Enter sends it, Escape leads back to the list. */
export const useFormKeys = (
  form: RefObject<HTMLFormElement | null>,
  resource: ListedResource,
): (() => void) => {
  const { ports } = useWorkspace()
  useKeyContext('record')
  useKeyContext('editing')
  const leave = () => ports.navigate(paths.list(resource))
  useEffect(
    () =>
      formActions.show({
        save: () => form.current?.requestSubmit(),
        saveAnother: null,
        leave: () => ports.navigate(paths.list(resource)),
      }),
    [form, ports, resource],
  )
  return leave
}
