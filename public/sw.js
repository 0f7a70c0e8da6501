/*
 * Keeps the console's own files on the device of whoever works with parcels, so that a reload in the street without a
 * network opens it. It never shows an old console: a page comes from the network whenever that answers in time, and what
 * is kept is one whole build, put there by a page of that build once it was open. The API is not its business.
 */
const prefix = 'waybill-shell-'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const { type, entry, files } = event.data ?? {}
  if (type === 'keep') event.waitUntil(keep(entry, files))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api')) event.respondWith(page(request))
  // Their names change with what is in them: a kept one is the right one.
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
})

/** Milliseconds after which a network that is there and brings nothing is none. */
const patience = 8_000
/** Of a proxy whose server is away. */
const away = [502, 503, 504]
const mostTries = 3

/** The page as it is now; without a network, or without a server, the one that was kept. */
async function page(request) {
  const kept = await caches.match('/')
  const asked = whole(request, kept === undefined ? mostTries : 1)
  if (kept === undefined) return asked
  const late = new Promise((resolve) => setTimeout(resolve, patience, null))
  const answer = await Promise.race([asked.catch(() => null), late])
  return answer === null || away.includes(answer.status) ? kept : answer
}

async function file(request) {
  return (await caches.match(request.url)) ?? whole(request, mostTries)
}

/** Whole or not at all: what breaks off on the way is asked for again. A page that is given in part stays in part. */
async function whole(request, most) {
  for (let tries = 1; ; tries++) {
    try {
      const answer = await fetch(request)
      const { status, statusText, headers } = answer
      return new Response(await answer.blob(), { status, statusText, headers })
    } catch (error) {
      if (tries >= most) throw error
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** tries * Math.random()))
    }
  }
}

/** Keeps one build whole, or not at all: its page only once every file of it is there; then forgets the others. */
async function keep(entry, files) {
  const name = prefix + entry
  const cache = await caches.open(name)
  const missing = []
  for (const url of files) if ((await cache.match(url)) === undefined) missing.push(url)
  await cache.addAll(missing)
  if ((await cache.match('/')) === undefined) {
    const answer = await fetch('/', { headers: { accept: 'text/html' } })
    // The server has a newer build already: the next page will keep that one.
    if (!answer.ok || !(await answer.clone().text()).includes(entry)) {
      await caches.delete(name)
      return
    }
    await cache.put('/', answer)
  }
  const others = (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== name)
  await Promise.all(others.map((key) => caches.delete(key)))
}
