import { Button, NativeSelect } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { rich } from '../../ui/rich.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { DiscoveryName } from './discovery-names.ts'
import { discoveryNames, discoveryScope } from './discovery-names.ts'
import classes from './api-users.module.css'

/** A call that shows what a list can be asked, beyond its language and its size. */
const examples: Readonly<Record<DiscoveryName, string>> = {
  categories: '',
  cities: 'country=ES',
  venues: 'near=40.4168,-3.7038&radius=25',
  performers: 'kind=artist',
  events: 'type=concert',
  performances: 'status=EventScheduled',
  products: 'q=museum',
  reviews: 'rating=5',
}

/** Where the discovery API is, and a line for a terminal that asks it something with the key of this API user. */
export function TryPanel({ user }: { user: AnyRecord }) {
  const [name, setName] = useState<DiscoveryName>('events')
  const [wasCopied, setCopied] = useState(false)
  const address = `${window.location.origin}/v1`
  const query = [examples[name], 'limit=5'].filter(Boolean).join('&')
  const line = `curl -H "Authorization: Bearer $KEY" "${address}/${name}?${query}"`
  const mayRead = Array.isArray(user['scopes']) && user['scopes'].includes(discoveryScope)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(line)
      setCopied(true)
    } catch {
      toast.warning(t('The browser blocked copying. Select the line and copy it yourself.'))
    }
  }

  return (
    <section className={classes['panel']} aria-label={t('Try it')}>
      <div className={classes['head']}>
        <h2>{t('Try it')}</h2>
        <a href="/api-reference#discovery-api" target="_blank" rel="noreferrer">
          {t('All calls and parameters')}
        </a>
      </div>
      <p className={classes['quiet']}>
        {rich('The Discovery API is at {address}. Put the key in place of {key}.', {
          address: <code className={classes['code']}>{address}</code>,
          key: <code className={classes['code']}>$KEY</code>,
        })}
      </p>
      {!mayRead && (
        <p className={classes['warning']} role="note">
          {t('Without the scope {scope} these calls are refused.', { scope: discoveryScope })}
        </p>
      )}
      <div className={classes['try']}>
        <NativeSelect
          label={t('What to list')}
          data={[...discoveryNames]}
          value={name}
          onChange={(event) => {
            setName(discoveryNames.find((one) => one === event.currentTarget.value) ?? 'events')
            setCopied(false)
          }}
        />
        <code className={classes['key']} aria-label={t('Line for a terminal')} tabIndex={0}>
          {line}
        </code>
        <Button
          variant="default"
          leftSection={wasCopied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          onClick={() => void copy()}
        >
          {wasCopied ? t('Copied') : t('Copy')}
        </Button>
      </div>
    </section>
  )
}
