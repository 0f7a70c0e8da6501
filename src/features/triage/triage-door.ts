import { paths } from '../../../domain/access/paths.ts'
import { defineCommand } from '../../commands/command.ts'
import { mayVerb } from '../../resources/may-verb.ts'

/** From the orders to the calls: the one command of theirs that is there before their screen. */
export const triageDoor = defineCommand({
  id: 'order.triage',
  target: 'none',
  section: 'list',
  icon: 'phone-call',
  keys: ['t'],
  when: 'list resource:orders',
  whyNot: (context) => mayVerb(context, 'order.claim'),
  // The filter of the list in view, where that is one of orders: elsewhere all that wait are meant.
  run: ({ ports, resource }) => {
    const search = resource === 'orders' ? (ports.list?.search() ?? '') : ''
    ports.navigate(paths.triage(new URLSearchParams(search).get('q') ?? undefined))
  },
})
