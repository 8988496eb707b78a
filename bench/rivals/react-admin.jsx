import { createRoot } from 'react-dom/client'
import { Admin, DataTable, DateField, FunctionField, List, Resource, TextField } from 'react-admin'
import { purchases, whoami } from './api.js'

// The list as react-admin's own documentation makes it: Admin, Resource, List and DataTable.

const dataProvider = {
  getList: (_resource, { sort, pagination: { page, perPage } }) =>
    purchases({ ...sort, from: (page - 1) * perPage, count: perPage }),
}

const authProvider = {
  checkAuth: async () => {},
  checkError: async ({ status }) => {
    if (status === 401 || status === 403) throw new Error('The session has ended.')
  },
  getIdentity: async () => {
    const { data } = await whoami()
    return { id: data.email ?? 'me', fullName: data.name }
  },
  getPermissions: async () => null,
  login: async () => {},
  logout: async () => {},
}

const money = ({ currency, grandTotal }) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(grandTotal / 100)

function Purchases() {
  return (
    <List perPage={50} sort={{ field: 'createdAt', order: 'DESC' }} exporter={false}>
      <DataTable rowClick={false}>
        <DataTable.Col source="reference">
          <FunctionField render={(row) => <a href={`#/purchases/${row.id}`}>{row.reference}</a>} />
          <DateField source="createdAt" showTime />
        </DataTable.Col>
        <DataTable.Col source="title">
          <TextField source="title" />
          <FunctionField render={(row) => row.venue?.title ?? row.city?.title} />
        </DataTable.Col>
        <DataTable.Col source="travelDate" />
        <DataTable.Col source="customerName">
          <TextField source="customerName" />
          <TextField source="contents" />
        </DataTable.Col>
        <DataTable.NumberCol source="grandTotal" render={money} />
        <DataTable.Col source="bookingStatus" />
        <DataTable.Col source="dueAt">
          <DateField source="dueAt" showTime />
        </DataTable.Col>
      </DataTable>
    </List>
  )
}

createRoot(document.querySelector('#root')).render(
  <Admin dataProvider={dataProvider} authProvider={authProvider} disableTelemetry>
    <Resource name="purchases" list={Purchases} />
  </Admin>,
)
