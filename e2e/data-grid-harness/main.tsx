import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Paper.css'
import '@fontsource-variable/inter/wght.css'
import './harness.css'
import { createTheme, DirectionProvider, MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { Scene } from './scene.tsx'

const query = new URLSearchParams(location.search)
const theme = createTheme({ fontFamily: 'Inter Variable, sans-serif', primaryColor: 'indigo' })
document.documentElement.dir = query.get('dir') ?? 'ltr'

createRoot(document.getElementById('root') ?? document.body).render(
  <DirectionProvider initialDirection={query.get('dir') === 'rtl' ? 'rtl' : 'ltr'}>
    <MantineProvider theme={theme} forceColorScheme={query.get('scheme') === 'dark' ? 'dark' : 'light'}>
      <Scene query={query} />
    </MantineProvider>
  </DirectionProvider>,
)
