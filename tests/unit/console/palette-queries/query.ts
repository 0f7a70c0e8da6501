import type { Role } from '../../../../domain/access/permissions.ts'
import type { ResourceName } from '../../../../domain/resources.ts'

/** Screen on opening: none (admin), or a list with its active record. */
export type Screen = { on?: ResourceName; active?: number; selected?: true; role?: Role }

/**
 * A typed text and its required first result:
 *
 *     order.confirm #14998 #14992             a command on records, by their numbers
 *     order.cancel @orders?status:PENDING     a command on everything that matches
 *     show orders?status:PENDING              the list under a filter
 *     orders #14976                           a record
 *     customer: Lassina Kra                   a customer
 *     console.language?language=de            a command with its arguments
 *     = 27000                                 a calculation, as it is copied
 *     help: calculate                         a line of the help
 */
export type Query = readonly [typed: string, expects: string, screen?: Screen]
