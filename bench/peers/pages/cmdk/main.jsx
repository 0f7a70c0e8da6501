import { Command } from 'cmdk'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { customers } from '../../../lib/data/customers.ts'

const count = Number(new URLSearchParams(location.search).get('items') ?? 20_000)
// Without accents: it does not fold, and would find nothing of "kone" in "Koné".
const items = customers(count).map(({ id, name, number }) => ({
  id,
  text: `${name.normalize('NFD').replace(/\p{M}/gu, '')} ${number}`,
}))

const Page = () => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event) => {
      if (event.key !== 'k' || !event.ctrlKey) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Command.Dialog open={isOpen} onOpenChange={setOpen} label="Peer">
      <Command.Input />
      <Command.List style={{ maxHeight: '26rem', overflowY: 'auto' }}>
        {items.map(({ id, text }) => (
          <Command.Item key={id} value={text} style={{ minHeight: 36 }}>
            {text}
          </Command.Item>
        ))}
      </Command.List>
    </Command.Dialog>
  )
}

createRoot(document.getElementById('root')).render(<Page />)
document.body.dataset.ready = 'true'
