import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import {
  maySessionDo,
  type ScanAction,
  scanActionNames,
  scanActions,
} from '../../../domain/scans/scan-session.ts'
import {
  type ArgumentChoice,
  type Command,
  type CommandContext,
  defineCommand,
} from '../../commands/command.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'
import { courierChoices } from '../../resources/shared/courier-choices.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'

const onPage = 'page:scan-session !list !record'
const choosing = 'page:scan-session session:choosing !list'
const scanning = 'page:scan-session session:open !list'

export const scanActionIcons: Record<ScanAction, IconName> = {
  assign: 'user-check',
  dispatch: 'truck',
  deliver: 'package-check',
  return: 'rotate-ccw',
  damage: 'package-x',
  refuse: 'circle-x',
  collect: 'list-checks',
}

/** Id of the command that starts a session with this action. */
export const beginCommand = (action: ScanAction): string => `scan-session.${action}`

/** Commands to open, start and control a scan session. */
export const scanSessionCommands = (port: { toggleTones: () => void }): readonly Command[] => [
  defineCommand({
    id: 'scan-session.open',
    target: 'none',
    section: 'list',
    icon: 'scan',
    keys: ['b'],
    when: 'list resource:shippings !deliveries',
    // The palette lists its navigation command instead.
    hidden: true,
    unrecorded: 'quietly',
    whyNot: whyNotAllowed,
    run: ({ ports }) => ports.navigate(paths.scanSession()),
  }),
  ...scanActionNames.map(beginning),
  inSession('scan-session.commit', {
    icon: 'check',
    keys: [{ keys: 'Enter', when: scanning }],
    act: (session) => session.commit(),
  }),
  inSession('scan-session.type-code', {
    icon: 'pencil',
    keys: [{ keys: 'n', when: scanning }],
    act: (session) => session.typeCode(),
  }),
  inSession('scan-session.remove', {
    icon: 'x',
    keys: ['x', 'Delete'].map((keys) => ({ keys, when: scanning })),
    act: (session) => session.remove(),
  }),
  inSession('scan-session.agree', {
    icon: 'calendar-clock',
    keys: [{ keys: 'a', when: scanning }],
    whyNot: ({ isToAgree }) => (isToAgree ? null : 'NOTHING_IN_HAND'),
    act: (session) => session.agree(),
  }),
  inSession('scan-session.to-list', {
    icon: 'arrow-down',
    hidden: true,
    keys: ['ArrowDown', 'j'].map((keys) => ({ keys, when: scanning })),
    act: (session) => session.toList(),
  }),
  inSession('scan-session.clear', { icon: 'trash', danger: true, act: (session) => session.clear() }),
  inSession('scan-session.print-done', {
    icon: 'printer',
    keys: [
      { keys: 'p', when: onPage },
      { keys: 'Mod+p', when: onPage, allowInInput: true },
    ],
    act: (session) => session.print(),
  }),
  inSession('scan-session.print-manifest', {
    icon: 'manifests',
    keys: [{ keys: 'm', when: scanning }],
    whyNot: ({ hasManifest }) => (hasManifest ? null : 'NOTHING_IN_HAND'),
    act: (session) => session.printManifest(),
  }),
  inSession('scan-session.leave', {
    icon: 'arrow-left',
    hidden: true,
    keys: [{ keys: 'Escape', when: onPage }],
    act: (session) => session.leave(),
  }),
  defineCommand({
    id: 'scan-session.tones',
    target: 'none',
    section: 'settings',
    icon: 'bell',
    keys: [{ keys: 't', when: onPage }],
    unrecorded: 'quietly',
    whyNot: whyNotAllowed,
    run: () => port.toggleTones(),
  }),
]

/** Starts a session, or changes the action of the present one, whose scans are judged again. */
function beginning(action: ScanAction, index: number): Command {
  const { asksDelivery } = scanActions[action]
  return defineCommand({
    id: beginCommand(action),
    target: 'none',
    section: 'list',
    icon: scanActionIcons[action],
    keys: [{ keys: String(index + 1), when: choosing }],
    unrecorded: 'quietly',
    args: asksDelivery ? [{ name: 'delivery', kind: 'choice', choices: couriersOf }] : [],
    whyNot: (context) => {
      const refusal = whyNotAllowed(context)
      if (refusal !== null || context.actor === null) return refusal
      return maySessionDo(context.actor.role, action) ? null : 'FORBIDDEN'
    },
    run: ({ ports }, { delivery }) =>
      ports.navigate(
        paths.scanSession(delivery === undefined ? { action } : { action, delivery }),
        // Replaces the history entry, so that Back leaves the session.
        { replace: scanSessionActions.current() !== null },
      ),
  })
}

function couriersOf({ country, ports }: CommandContext, signal: AbortSignal): Promise<ArgumentChoice[]> {
  return courierChoices(country, ports, signal)
}

type InSession = Pick<Command, 'icon' | 'keys' | 'danger' | 'hidden'> & {
  whyNot?: (session: ScanSessionActions) => Code | null
  act: (session: ScanSessionActions) => void
}

function inSession(id: string, { act, whyNot, ...look }: InSession): Command {
  return defineCommand({
    ...look,
    id,
    target: 'none',
    section: 'list',
    unrecorded: 'quietly',
    whyNot: (context) => {
      const refusal = whyNotAllowed(context)
      const session = scanSessionActions.current()
      if (refusal !== null || session === null) return refusal ?? 'NOT_FOUND'
      return whyNot?.(session) ?? null
    },
    run: () => {
      const session = scanSessionActions.current()
      if (session !== null) act(session)
    },
  })
}

function whyNotAllowed({ actor }: CommandContext): Code | null {
  return actor !== null && admits('/shippings/scan', actor) ? null : 'FORBIDDEN'
}

/** Actions of the open session. */
type ScanSessionActions = {
  commit: () => void
  /** Focuses the input for codes that cannot be scanned. */
  typeCode: () => void
  /** Removes the focused scan, else the last. */
  remove: () => void
  /** Whether a scan would go out before its customer's day; `agree` accepts the focused one, else the last, else all. */
  isToAgree: boolean
  agree: () => void
  /** Focuses the newest scan. */
  toList: () => void
  /** Removes all scans after confirmation. */
  clear: () => void
  /** Prints the code that commits. */
  print: () => void
  /** Whether the last commit created a manifest, printed by `printManifest`. */
  hasManifest: boolean
  printManifest: () => void
  /** To the choice of action, then to the list. */
  leave: () => void
}

export const scanSessionActions = createScreenActions<ScanSessionActions>()
