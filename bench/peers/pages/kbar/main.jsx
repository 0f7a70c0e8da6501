import {
  KBarAnimator,
  KBarPortal,
  KBarPositioner,
  KBarProvider,
  KBarResults,
  KBarSearch,
  useMatches,
} from 'kbar'
import { createRoot } from 'react-dom/client'
import { customers } from '../../../lib/data/customers.ts'

const actions = customers(20_000).map(({ id, name, number }) => ({
  id,
  name: `${name.normalize('NFD').replace(/\p{M}/gu, '')} ${number}`,
  perform: () => undefined,
}))

const Results = () => {
  const { results } = useMatches()
  return (
    <KBarResults
      items={results}
      onRender={({ item }) => (
        <div className="row" style={{ minHeight: 36 }}>
          {typeof item === 'string' ? item : item.name}
        </div>
      )}
    />
  )
}

createRoot(document.getElementById('root')).render(
  <KBarProvider actions={actions} options={{ animations: { enterMs: 1, exitMs: 1 } }}>
    <KBarPortal>
      <KBarPositioner>
        <KBarAnimator>
          <KBarSearch />
          <Results />
        </KBarAnimator>
      </KBarPositioner>
    </KBarPortal>
  </KBarProvider>,
)
document.body.dataset.ready = 'true'
