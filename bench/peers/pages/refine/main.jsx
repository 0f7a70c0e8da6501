import { Authenticated, AuthPage, Refine, useList } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router'

// The least that Refine is used for, without any of its design systems: its own login and one list.
const rows = Array.from({ length: 25 }, (_, id) => ({ id, name: `Order ${id}`, total: id * 100 }))

const dataProvider = {
  getList: async () => ({ data: rows, total: rows.length }),
  getOne: async ({ id }) => ({ data: rows[id] }),
  create: async () => ({ data: rows[0] }),
  update: async () => ({ data: rows[0] }),
  deleteOne: async () => ({ data: rows[0] }),
  getApiUrl: () => '',
}

const authProvider = {
  login: async () => ({ success: true }),
  logout: async () => ({ success: true }),
  check: async () => ({ authenticated: false }),
  onError: async () => ({}),
  getIdentity: async () => null,
}

const Orders = () => {
  const { result } = useList({ resource: 'orders' })
  return (
    <table>
      <tbody>
        {result.data.map(({ id, name, total }) => (
          <tr key={id}>
            <td>{name}</td>
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

createRoot(document.getElementById('root')).render(
  <HashRouter>
    <Refine
      dataProvider={dataProvider}
      authProvider={authProvider}
      routerProvider={routerProvider}
      resources={[{ name: 'orders', list: '/orders' }]}
      options={{ disableTelemetry: true }}
    >
      <Authenticated key="all" fallback={<AuthPage type="login" />}>
        <Orders />
      </Authenticated>
    </Refine>
  </HashRouter>,
)
