import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { ResourceName } from '../../../domain/resources.ts'
import { bindResource } from '../../actors/bind-resource.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { ResourceActor } from './use-save.ts'

/** A resource's machine for as long as its screen stands. */
export const useResourceActor = (resource: ResourceName): ResourceActor => {
  const { api } = useWorkspace()
  const machine = useMemo(() => bindResource(api, resource), [api, resource])
  return useActorRef(machine)
}
