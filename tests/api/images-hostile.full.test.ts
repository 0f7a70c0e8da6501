import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import {
  codeOfTimeout,
  encodeImage,
  imageFormat,
  MAX_MEMORY_MB,
  MAX_PROCESSOR_SECONDS,
  processCommand,
} from '../../server/images/encode-image.ts'
import { openApi } from '../support/api/start-api.ts'
import { makeImage, pngOfSize } from '../support/images/make-images.ts'

const api = await openApi()
const admin = await api.as('admin')

const send = async (bytes: Buffer) => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/images',
    headers: { authorization: admin.token, 'content-type': 'image/png' },
    payload: bytes,
  })
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code }
}

/** An SVG decoder would refuse its size with another code: shows that none is used. */
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"><rect/></svg>'
const box = (brand: string, ...others: string[]) => {
  const text = Buffer.from(`....ftyp${brand}\0\0\0\0${others.join('')}`, 'latin1')
  text.writeUInt32BE(text.length)
  return text
}
const after = (...parts: (string | Buffer | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))

const notTaken: Record<string, Buffer> = {
  'an SVG behind a comment that names AVIF': after('<!--ftypavif-->', svg),
  'an SVG behind a comment that names HEIF': after('<!--ftypmif1avif-->', svg),
  'an SVG behind a mark of its byte order': after([0xef, 0xbb, 0xbf], svg),
  'a packed SVG': gzipSync(svg),
  'a PDF': after('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'),
  'a TIFF': after('II*\0', Buffer.alloc(64)),
  'a TIFF of the other byte order': after('MM\0*', Buffer.alloc(64)),
  'a GIF': after('GIF89a', Buffer.alloc(64)),
  'a BMP': after('BM', Buffer.alloc(64)),
  'a Photoshop file': after('8BPS', Buffer.alloc(64)),
  'an image of libvips': after([0xb6, 0xa6, 0xf2, 0x08], Buffer.alloc(64)),
  'a JPEG 2000': after([0, 0, 0, 12], 'jP  \r\n', Buffer.alloc(64)),
  'a portable pixmap': after('P6 9 9 255\n', Buffer.alloc(243)),
  'a HEIC': after(box('heic', 'mif1', 'heic'), Buffer.alloc(64)),
  'a HEIC of a general brand': after(box('mif1', 'heic', 'mif1'), Buffer.alloc(64)),
  'a video': after(box('isom', 'avif'), Buffer.alloc(64)),
  'a sound behind RIFF': after('RIFF', [0, 0, 0, 0], 'WAVEfmt ', Buffer.alloc(64)),
  'a box of no length': after([0, 0, 0, 0], 'ftypavif', Buffer.alloc(64)),
}

it.each(Object.entries(notTaken))('refuses %s before any decoder begins', async (_, bytes) => {
  expect(imageFormat(bytes)).toBeNull()
  expect(await send(bytes)).toEqual({ status: 415, code: 'IMAGE_NOT_SUPPORTED' })
})

/** A PNG with that many empty chunks after its header. */
const pngOfChunks = async (count: number): Promise<Buffer> => {
  const png = await makeImage('png', 20, 10)
  const empty = Buffer.from('00000000744578740000000000', 'hex').subarray(0, 12)
  return Buffer.concat([png.subarray(0, 33), Buffer.alloc(count * 12, empty), png.subarray(33)])
}

const damaged: Record<string, () => Buffer | Promise<Buffer>> = {
  'an SVG behind the brand of AVIF': () => after(box('avif', 'mif1'), svg),
  'an SVG behind the beginning of a WebP': () => after('RIFF', [0, 0, 1, 0], 'WEBPVP8 ', svg),
  'an SVG behind the beginning of a JPEG': () => after([0xff, 0xd8, 0xff], svg),
  'a profile that unpacks to 100 MB': async () => {
    const png = await makeImage('png', 20, 10)
    const packed = Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(100 * 1024 * 1024))])
    const head = Buffer.alloc(8)
    head.writeUInt32BE(packed.length)
    head.write('iCCP', 4)
    return Buffer.concat([png.subarray(0, 33), head, packed, Buffer.alloc(4), png.subarray(33)])
  },
  'a PNG of 800,000 chunks': () => pngOfChunks(800_000),
  'a PNG of 2,000,000,000 pixels': () => pngOfSize(100_000, 20_000),
  'an animation of 500 frames': async () => {
    const raw = { width: 4, height: 4 * 500, channels: 3 as const, pageHeight: 4 }
    const frames = Buffer.alloc(4 * 4 * 500 * 3).map((_, at) => (at / 48) % 251)
    return sharp(frames, { raw })
      .webp({ loop: 0, delay: Array(500).fill(20) })
      .toBuffer()
  },
}

it.each(Object.entries(damaged))('takes no harm from %s', async (_, make) => {
  const [answer, other] = await Promise.all([send(await make()), encodeImage(await makeImage('png', 30, 20))])
  // Decoders may accept odd files; only pixels are kept.
  expect(answer.status).toBeLessThan(500)
  if (answer.status !== 201) expect(answer.code).toMatch(/^IMAGE_/)
  expect(other).toMatchObject({ width: 30, height: 20 })
})

it('calls no picture damaged for what its process waited for a busy machine', async () => {
  await expect(encodeImage(await makeImage('png', 30, 20), 1)).rejects.toMatchObject({ code: 'OVERLOADED' })
  expect(codeOfTimeout({ isReady: true, isCounted: true })).toBe('OVERLOADED')
  expect(codeOfTimeout({ isReady: true, isCounted: false })).toBe('IMAGE_DAMAGED')
})

it.runIf(process.platform === 'linux')('ends a process by the processor time that it used', async () => {
  const [command, args] = processCommand(1)
  const busy = spawn(command, [...args.slice(0, -2), process.execPath, '--eval=for (;;);'])
  const [, signal] = await once(busy, 'exit')
  expect(['SIGXCPU', 'SIGKILL']).toContain(signal)
})

it.runIf(process.platform === 'linux')(
  'decodes without the rights of root and in bounded memory',
  async () => {
    const [command, args] = processCommand()
    const child = spawn(command, args, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    try {
      expect(await new Promise((resolve) => child.once('message', resolve))).toBe('ready')
      const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'latin1')
      const user = process.getuid!() === 0 ? 65_533 : process.getuid!()
      expect(read('status')).toMatch(new RegExp(`^Uid:\\s+${user}\\s+${user}\\s+${user}\\s`, 'm'))
      expect(read('limits')).toMatch(new RegExp(`^Max data size\\s+${MAX_MEMORY_MB * 1024 * 1024}\\s`, 'm'))
      expect(read('limits')).toMatch(new RegExp(`^Max cpu time\\s+${MAX_PROCESSOR_SECONDS}\\s`, 'm'))
      expect(read('limits')).toMatch(/^Max core file size\s+0\s/m)
      // Sent directly to the process, which has no SVG decoder.
      child.send({ bytes: Buffer.from(svg), format: 'svg', sizes: [64], pixels: 50_000_000 })
      expect(await new Promise((resolve) => child.once('message', resolve))).toEqual({
        code: 'IMAGE_DAMAGED',
      })
    } finally {
      child.kill('SIGKILL')
    }
  },
)
