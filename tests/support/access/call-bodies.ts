import { goodsNames } from '../api/goods.ts'
import type { Relation, World } from './make-world.ts'

/** Valid bodies of calls on a record, so that only access rules can refuse them; null for no body. */
export type BodyOf = (id: string, world: World, relation: Relation) => Record<string, unknown> | null

const none: BodyOf = () => null
const many =
  (more: Record<string, unknown> = {}): BodyOf =>
  (id) => ({ ids: [id], ...more })
const says =
  (body: Record<string, unknown>): BodyOf =>
  () =>
    body

const message: BodyOf = (id, world, relation) => ({ ids: [id], template: world.templateOf(relation) })

export const recordBodies: Record<string, BodyOf> = {
  ...Object.fromEntries(
    goodsNames.flatMap((name) => [
      [`PUT ${name}/{id}`, says({ name: 'Lampes' })],
      [`PUT ${name}/delete`, many()],
    ]),
  ),
  'PUT users/{id}': says({ name: 'Awa Diop' }),
  'PUT users/password/{id}': says({ password: 'un mot de passe' }),
  'PUT users/reset-second-factor/{id}': none,
  'PUT users/activate/{id}': none,
  'PUT users/activate': many({ isActivated: false }),
  'PUT users/calls': many({ calls: true }),
  'PUT users/delete': many(),
  'PUT expeditions/status/{id}': none,
  'PUT expeditions/status': many(),
  'PUT expeditions/comment': many({ comment: 'Rappeler' }),
  'PUT requests/status/{id}': none,
  'PUT requests/status': many(),
  'PUT requests/comment': many({ comment: 'Rappeler' }),
  'POST affiliates/{id}/take': none,
  'POST products/{id}/restock': says({ quantity: 12 }),
  'POST affiliates/{id}/request': says({ quantity: 12 }),
  'PUT tariffs/{id}': says({ delivery: 2_000 }),
  'PUT tariffs/delete': many(),
  'PUT payouts/{id}': says({ reference: 'Virement 12' }),
  'PUT payouts/delete': many(),
  'PUT orders/{id}': says({ customerAddress: 'Rue 12' }),
  'PUT orders/status/{id}': says({ status: 'CANCELLED' }),
  'PUT orders/status': many({ status: 'CANCELLED' }),
  'PUT orders/comment': many({ comment: 'Rappeler' }),
  'PUT orders/message': message,
  'PUT orders/take-over': many(),
  'PUT orders/free': many(),
  'PUT orders/delete': many(),
  'PUT shippings/{id}': says({ customerName: 'Awa Diop' }),
  'PUT shippings/status/{id}': says({ status: 'OUT_FOR_DELIVERY' }),
  'PUT shippings/status': many({ status: 'OUT_FOR_DELIVERY' }),
  'PUT shippings/delivery/{id}': (_, world, relation) => ({ delivery: world.anotherCourier(relation).id }),
  'PUT shippings/delivery': (id, world, relation) => ({
    ids: [id],
    delivery: world.anotherCourier(relation).id,
  }),
  'PUT shippings/sheet': (id) => ({ rows: [{ id, status: 'OUT_FOR_DELIVERY' }] }),
  'PUT shippings/comment': many({ comment: 'Rappeler' }),
  'PUT shippings/message': message,
  'PUT shippings/delete': many(),
  'POST shippings/labels': many(),
  'POST shippings/labels/prints': many(),
  'PUT invoices/{id}': says({ otherFees: 500 }),
  'PUT invoices/status/{id}': none,
  'PUT invoices/status': many(),
  'POST manifests/{id}/undo': none,
  'PUT sources/rotate/{id}': none,
  'PUT sources/access/{id}': none,
  'PUT sources/revoke/{id}': none,
  'PUT call-policies/{id}': says({ promisedFor: 0 }),
  'POST call-policies/{id}/rehearse': says({ policy: {}, from: '2026-01-01', to: '2026-01-02' }),
  'PUT keys/{id}': says({ name: 'Tableur' }),
  'PUT keys/revoke/{id}': none,
  'PUT keys/delete': many(),
  'PUT advertising/{id}': says({ amount: 2_000 }),
  'PUT advertising/delete': many(),
  'PUT blocked/{id}': says({ reason: 'Refuse tout' }),
  'PUT blocked/delete': many(),
  'PUT intake/replay': many(),
  'PUT webhooks/rotate/{id}': none,
  'PUT webhooks/test/{id}': none,
  'PUT deliveries/replay': many(),
  'PUT views/{id}': says({ name: 'Autre vue' }),
  'DELETE views/{id}': none,
  'DELETE import-mappings/{id}': none,
  'DELETE sessions/{id}': none,
  'PUT profile/passkeys/{id}': says({ name: 'Clé de rechange' }),
  'DELETE profile/passkeys/{id}': none,
  'POST jobs/{id}/cancel': none,
  'POST changes/{id}/undo': none,
}

/** Calls in scope that are refused because of the record's state; out of scope they answer `NOT_FOUND`. */
export const refusedOnceReached: Record<string, string> = {
  'POST affiliates/{id}/request seller own': 'OWN_OFFER',
  'PUT users/reset-second-factor/{id}': 'SECOND_FACTOR_IS_OFF',
  'PUT users/calls': 'CALLS_OF_AGENTS',
  'PUT orders/free': 'NOBODY_CALLS',
  'PUT shippings/delete': 'ORDER_IS_CONFIRMED',
  'POST jobs/{id}/cancel': 'JOB_ENDED',
  'GET jobs/{id}/file': 'FILE_GONE',
  // Without what came, it cannot be read again.
  'PUT intake/replay': 'EVENT_GONE',
}
