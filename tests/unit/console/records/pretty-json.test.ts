import { expect, it } from 'vitest'
import { prettyJson } from '../../../../src/features/record-page/pretty-json.ts'

it.each([
  [
    '{"id":9007199254740993,"name":"a, {b}","list":[]}',
    '{\n  "id": 9007199254740993,\n  "name": "a, {b}",\n  "list": []\n}',
  ],
  ['[1.50, "C\\u00f4te \\"d\\""]', '[\n  1.50,\n  "C\\u00f4te \\"d\\""\n]'],
  ['webhook_id=14', 'webhook_id=14'],
  ['{"open": "text', '{\n  "open": "text'],
])('%s is indented and stays what came', (raw, shown) => {
  expect(prettyJson(raw)).toBe(shown)
})
