/* Runs in the page that is measured: `rows` is set before it. */
{
  /** What somebody sees of the text that stands in the field: the field, and the first rows. */
  const shown = () => {
    const rows = [...document.querySelectorAll(window.rows)].filter((row) => !row.hidden).slice(0, 6)
    const field = document.querySelector('input')?.value ?? ''
    return [field, ...rows.map((row) => row.textContent)].join('|')
  }
  const afterPaint = (task) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = task
    port2.postMessage(null)
  }
  /** Longer than the slowest of them takes for a key; whoever has not painted by then has not understood. */
  const patience = 20_000
  const late = (expected) =>
    new Error(`shown after ${patience / 1_000} s: "${shown()}", expected: ${JSON.stringify(expected)}`)
  Object.assign(window, {
    /** From the key's own time to after the paint of the first frame that shows one of these. */
    painted: (expected) =>
      new Promise((resolve, reject) => {
        const onKey = ({ timeStamp }) => {
          const look = () =>
            requestAnimationFrame(() => {
              const took = performance.now() - timeStamp
              if (expected.includes(shown())) afterPaint(() => resolve(performance.now() - timeStamp))
              else if (took > patience) reject(late(expected))
              else look()
            })
          look()
        }
        document.addEventListener('keydown', onKey, { capture: true, once: true })
      }),
    /** From the key that opens it to after the paint of the first frame that has rows. */
    opened: () =>
      new Promise((resolve) => {
        const onKey = ({ timeStamp, key }) => {
          if (key !== 'k') return
          document.removeEventListener('keydown', onKey, true)
          const look = () =>
            requestAnimationFrame(() => {
              if (document.querySelector(window.rows))
                afterPaint(() => resolve(performance.now() - timeStamp))
              else look()
            })
          look()
        }
        document.addEventListener('keydown', onKey, true)
      }),
    /** All that frames show until it is cut. */
    film: () => {
      const frames = new Set()
      let isOn = true
      const look = () => {
        const text = shown()
        afterPaint(() => frames.add(text))
        if (isOn) requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
      /** Once a frame has shown this text in the field: some take longer for a key than anybody would rest. */
      window.filmed = async (text) => {
        const limit = performance.now() + patience
        const isOf = (frame) => frame === text || frame.startsWith(`${text}|`)
        while (![...frames].some(isOf)) {
          if (performance.now() > limit) throw late([text])
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
      window.cut = () => {
        isOn = false
        return [...frames]
      }
    },
  })
}
