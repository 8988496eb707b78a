import { Anchor, AppShell, Checkbox, Group, MantineProvider, NavLink, Table, Text, Title } from '@mantine/core'
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/AppShell.css'
import '@mantine/core/styles/Anchor.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/NavLink.css'
import '@mantine/core/styles/Table.css'
import '@mantine/core/styles/Text.css'
import '@mantine/core/styles/Title.css'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { purchases, whoami } from './api.js'

// About the least that React and Mantine can do: plain tables, only the styles in use, both calls at once and before
// anything is drawn. It sorts, filters and edits nothing.

const asked = Promise.all([whoami(), purchases()])
const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const formats = new Map()
function money({ currency, grandTotal }) {
  if (!formats.has(currency)) formats.set(currency, new Intl.NumberFormat('en', { style: 'currency', currency }))
  return formats.get(currency).format(grandTotal / 100)
}

function Purchases() {
  const [loaded, setLoaded] = useState(null)
  useEffect(() => {
    void asked.then(setLoaded)
  }, [])
  if (!loaded) return null
  const [{ data: person }, { data: rows, total }] = loaded
  return (
    <AppShell header={{ height: 52 }} navbar={{ width: 220, breakpoint: 'sm' }} padding="md">
      <AppShell.Header p="sm">
        <Group justify="space-between">
          <Text fw={600}>Purchases</Text>
          <Text size="sm">{person.name}</Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        {['Home', 'Purchases', 'Products', 'Events', 'Venues', 'Coupons', 'Customers', 'Settings'].map((label) => (
          <NavLink key={label} label={label} href="#" />
        ))}
      </AppShell.Navbar>
      <AppShell.Main>
        <Title order={1}>{total} purchases</Title>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              {['Reference', 'Title', 'Date', 'Customer', 'Total', 'Status', 'Due'].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>
                  <Checkbox aria-label={`Select ${row.reference}`} />
                </Table.Td>
                <Table.Td>
                  <Anchor href={`#/purchases/${row.id}`}>{row.reference}</Anchor>
                  <Text size="xs">{date.format(new Date(row.createdAt))}</Text>
                </Table.Td>
                <Table.Td>
                  {row.title}
                  <Text size="xs">{row.venue?.title ?? row.city?.title}</Text>
                </Table.Td>
                <Table.Td>{row.travelDate}</Table.Td>
                <Table.Td>
                  {row.customerName}
                  <Text size="xs">{row.contents}</Text>
                </Table.Td>
                <Table.Td>{money(row)}</Table.Td>
                <Table.Td>{row.bookingStatus}</Table.Td>
                <Table.Td>{row.dueAt && date.format(new Date(row.dueAt))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </AppShell.Main>
    </AppShell>
  )
}

createRoot(document.querySelector('#root')).render(
  <MantineProvider>
    <Purchases />
  </MantineProvider>,
)
