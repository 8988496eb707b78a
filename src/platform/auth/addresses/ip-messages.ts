import { t } from '../../../core/i18n/language.ts'
import { defineMessage } from '../../mail/message-content.ts'

/** The code that proves an address. It also rides in the fragment of the link, which no server and no log ever sees. */
export const addressCode = defineMessage<{
  firstName: string
  address: string
  device: string
  code: string
  minutes: number
  productName: string
}>({
  name: 'ip-code',
  label: () => t('Code for a new IP address'),
  secrets: ['code'],
  write: ({ firstName, address, device, code, minutes, productName }) => ({
    subject: `Your code for ${productName}`,
    paragraphs: [
      `Hello ${firstName},`,
      `There was a sign-in to your account from an address that ${productName} does not know: ${address}${device === '' ? '' : ` (${device})`}.`,
      `If that was you, enter this code on the page that asks for it, in the same browser. It works once, within ${minutes} minutes.`,
    ],
    code,
    action: { label: 'Enter the code', path: `/ip-validation#code=${code}` },
    closing: [
      'If it wasn’t you, don’t share the code, and call an administrator at once: the person has got past your Google account.',
    ],
  }),
})

export const addressVerified = defineMessage<{
  firstName: string
  address: string
  days: number
  how: string
  productName: string
}>({
  name: 'ip-verified',
  label: () => t('IP address verified'),
  write: ({ firstName, address, days, how, productName }) => ({
    subject: `${productName} now trusts ${address}`,
    paragraphs: [
      `Hello ${firstName},`,
      `You can sign in to ${productName} from ${address} for the next ${days === 1 ? 'day' : `${days} days`}. ${how}`,
      'If you know nothing of this, tell an administrator at once.',
    ],
  }),
})

export const addressDenied = defineMessage<{
  firstName: string
  address: string
  by: string
  reason: string
  productName: string
}>({
  name: 'ip-denied',
  label: () => t('IP address denied'),
  write: ({ firstName, address, by, reason, productName }) => ({
    subject: `${productName} stays closed from ${address}`,
    paragraphs: [
      `Hello ${firstName},`,
      `${by} has denied signing in as you from ${address}${reason === '' ? '.' : `: ${reason}`}`,
      'If it was you, talk to them. If it wasn’t, you don’t need to do anything: no one got in.',
    ],
  }),
})

export const approvalWanted = defineMessage<{
  person: string
  email: string
  address: string
  device: string
  productName: string
}>({
  name: 'ip-approval-wanted',
  label: () => t('IP address to approve'),
  write: ({ person, email, address, device, productName }) => ({
    subject: `${person} asks to be let in from ${address}`,
    paragraphs: [
      `${person} (${email}) was refused by ${productName} because ${address} is in no range${device === '' ? '' : `, with ${device}`}.`,
      'Ask them by some other way whether it is really them, then approve or deny it.',
    ],
    action: { label: 'Look at it', path: '/ip-validation/verifications' },
  }),
})

export const newNetwork = defineMessage<{
  firstName: string
  address: string
  device: string
  at: string
  productName: string
}>({
  name: 'new-network',
  label: () => t('Sign-in from a new network'),
  write: ({ firstName, address, device, at, productName }) => ({
    subject: `New sign-in to ${productName} from ${address}`,
    paragraphs: [
      `Hello ${firstName},`,
      `You signed in from a network that we have not seen you on before: ${address}${device === '' ? '' : `, with ${device}`}, on ${at} (UTC).`,
      'If that was you, there is nothing to do. If not, tell an administrator at once and sign out of Google on all devices.',
    ],
  }),
})
