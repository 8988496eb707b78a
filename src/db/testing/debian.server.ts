import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Installs packages with apt-get, showing its work, where that can succeed without a prompt: on Debian and its like, as
 * root. Returns whether they are installed now; says on stderr why not when the attempt failed.
 */
export function installDebianPackages(packages: readonly string[], reason: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  if (process.env['NO_APT'] === '1') return false
  const names = packages.join(' ')
  process.stderr.write(`Installing ${names} with apt-get: ${reason}. NO_APT=1 forbids this.\n`)
  // A fresh machine has no package lists, an old one outdated ones; a failed update need not fail the
  // install.
  aptGet(['update', '-q'])
  if (aptGet(['install', '-y', '-q', '--no-install-recommends', ...packages])) return true
  process.stderr.write(`apt-get could not install ${names}; its own words are above.\n`)
  return false
}

function aptGet(words: readonly string[]): boolean {
  // Another apt-get, such as a fresh machine's own upgrade, can keep the lock for a while.
  const result = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], {
    // stdout belongs to the test run's own report and its last line.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return result.status === 0
}
