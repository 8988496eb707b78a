import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts secrets that have to be read again, such as keys of suppliers. */
export interface SecretSealer {
  seal(secret: string): string
  /** Null: it was sealed with another secret of the installation, or has been changed since. */
  open(sealed: string): string | null
}

const scheme = 'v1'
const tagBytes = 16

/**
 * Seals by AES-256-GCM, with a key derived from the installation's own secret.
 *
 * @param purpose - what the secrets are for: those of one purpose cannot be opened as those of another
 */
export function createSecretSealer(installationSecret: string, purpose: string): SecretSealer {
  const key = Buffer.from(hkdfSync('sha256', installationSecret, '', purpose, 32))
  return {
    seal(secret) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [scheme, iv.toString('base64url'), text.toString('base64url')].join('.')
    },
    open(sealed) {
      const [version, iv, text] = sealed.split('.')
      if (version !== scheme || iv === undefined || text === undefined) return null
      const bytes = Buffer.from(text, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        return decipher.update(bytes.subarray(0, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
