import type { Random } from '../../../server/seed/row-writer.ts'
import type { Spoil } from './hostile-values.ts'

/** Headers that some client, proxy or attacker sends; none asks to be answered by another format than JSON. */
const weird: readonly (() => Record<string, string>)[] = [
  () => ({ 'content-type': 'text/plain' }),
  () => ({ 'content-type': 'application/json; charset=utf-16' }),
  () => ({ 'content-type': 'application/json;;;=' }),
  () => ({ 'content-type': 'multipart/form-data' }),
  () => ({ 'content-type': `application/${'x'.repeat(4_000)}` }),
  () => ({ 'content-encoding': 'gzip' }),
  () => ({ 'accept-language': `${'fr;q=0.1,'.repeat(400)}en;q=NaN` }),
  () => ({ 'accept-language': '*;q=-1, \xe9, ;;;' }),
  () => ({ accept: 'application/x-nothing;q=0' }),
  () => ({ 'x-request-id': 'x'.repeat(5_000) }),
  () => ({ 'x-request-id': '"><script>\xff' }),
  () => ({ 'x-forwarded-for': '1.1.1.1, ::1, unknown, ,,' }),
  () => ({ 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a\tb' }),
  () => ({ 'x-http-method-override': 'DELETE' }),
  () => ({ cookie: `${'a=b; '.repeat(900)}__proto__=1` }),
  () => ({ origin: 'null', referer: 'file:///etc/passwd' }),
  () => ({ 'if-none-match': '*', 'if-modified-since': 'never', 'if-unmodified-since': '-1' }),
  () => ({ range: 'bytes=-1,0-,999999999999-' }),
  () => ({ 'idempotency-key': 'k'.repeat(5_000) }),
  () => ({ 'idempotency-key': ' ' }),
  () => ({ 'idempotency-key': '\xe9\xff' }),
  () => ({ prefer: 'respond-async, wait=99999999999999, return=x' }),
  () => ({ host: 'evil.example:99999' }),
  () => ({ expect: '200-maybe', te: 'trailers', upgrade: 'h2c' }),
  () => ({ constructor: 'x', tostring: 'y' }),
]

export const weirdHeaders = (random: Random, spoil: Spoil): Record<string, string> => {
  spoil('weird headers')
  return random.pick(weird)()
}
