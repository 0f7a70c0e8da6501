import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { customers } from '../../lib/data/customers.ts'

/** A controlled input and nothing else. */
const Field = () => {
  const [query, setQuery] = useState('')
  return <input aria-label="Floor" value={query} onChange={(event) => setQuery(event.target.value)} />
}

/** The least that shows an answer: the same input, and as many lines of plain text as ours renders for a key. */
const FieldWithRows = () => {
  const [query, setQuery] = useState('')
  const found = query === '' ? [] : names.filter((name) => name.includes(query.length % 2 ? 'a' : 'e'))
  return (
    <>
      <input aria-label="Floor" value={query} onChange={(event) => setQuery(event.target.value)} />
      <ul>
        {found.slice(0, 12).map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place stays, whatever is shown there.
          <li key={index} style={{ height: 36 }}>
            {name} {query}
          </li>
        ))}
      </ul>
    </>
  )
}

const names = customers(200).map(({ name }) => name)

/** A bare dialog: an input, and the rows that ours has in view when it opens. */
const Dialog = ({ rows }: { rows: readonly (readonly string[])[] }) => (
  <div role="dialog" aria-label="Bare" style={{ position: 'fixed', inset: '14vh 20vw auto' }}>
    <input aria-label="Bare" ref={(input) => input?.focus()} />
    <ul style={{ overflowY: 'auto', maxHeight: '26rem' }}>
      {rows.map((cells) => (
        <li key={cells.join()} style={{ display: 'flex', minHeight: 36 }}>
          {cells.map((cell) => (
            <span key={cell} style={{ flex: 1 }}>
              {cell}
            </span>
          ))}
        </li>
      ))}
    </ul>
  </div>
)

const Page = () => {
  const [isOpen, setOpen] = useState(false)
  const [rows] = useState<readonly (readonly string[])[]>(() =>
    JSON.parse(new URLSearchParams(location.search).get('rows') ?? '[]'),
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
      if (event.key !== 'k' || !event.ctrlKey) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (rows.length > 0) return isOpen && <Dialog rows={rows} />
  return location.search === '?answers' ? <FieldWithRows /> : <Field />
}

createRoot(document.getElementById('root')!).render(<Page />)
document.body.dataset.ready = 'true'
