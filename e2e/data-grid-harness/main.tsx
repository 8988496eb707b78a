import '@fontsource-variable/inter/wght.css'
import '../../src/ui/library-styles.web.ts'
import '../../src/ui/styles.css'
import './harness.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { theme } from '../../src/ui/theme.web.ts'
import { Scene } from './scene.tsx'

const query = new URLSearchParams(location.search)
document.documentElement.dir = query.get('dir') ?? 'ltr'

createRoot(document.getElementById('root') ?? document.body).render(
  <DirectionProvider initialDirection={query.get('dir') === 'rtl' ? 'rtl' : 'ltr'}>
    <MantineProvider theme={theme} forceColorScheme={query.get('scheme') === 'dark' ? 'dark' : 'light'}>
      <Scene query={query} />
    </MantineProvider>
  </DirectionProvider>,
)
