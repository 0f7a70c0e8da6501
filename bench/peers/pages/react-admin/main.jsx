import { Admin, Datagrid, List, NumberField, Resource, TextField } from 'react-admin'
import { createRoot } from 'react-dom/client'

// The least that react-admin is used for: its own login and one list, over data that are made up here.
const rows = Array.from({ length: 25 }, (_, id) => ({ id, name: `Order ${id}`, total: id * 100 }))

const dataProvider = {
  getList: async () => ({ data: rows, total: rows.length }),
  getOne: async (_, { id }) => ({ data: rows[id] }),
  getMany: async () => ({ data: rows }),
}

let isIn = false
const authProvider = {
  login: async () => {
    isIn = true
  },
  logout: async () => {
    isIn = false
  },
  checkAuth: async () => {
    if (!isIn) throw new Error('nobody is signed in')
  },
  checkError: async () => undefined,
  getPermissions: async () => undefined,
}

const Orders = () => (
  <List>
    <Datagrid>
      <TextField source="name" />
      <NumberField source="total" />
    </Datagrid>
  </List>
)

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={dataProvider} authProvider={authProvider} requireAuth disableTelemetry>
    <Resource name="orders" list={Orders} />
  </Admin>,
)
