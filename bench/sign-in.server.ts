/** Signs a demo person in by their role and returns the token of the session, for `X-Token`. */
export async function signIn(url: string, role = 'admin'): Promise<string> {
  const call = async (path: string, body: unknown) =>
    (await (
      await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as Record<string, string>
  const people = (await (await fetch(`${url}/demo/people`)).json()) as { email: string; role: string }[]
  const { googleToken } = await call('/demo/token', { email: people.find((person) => person.role === role)?.email })
  const { token } = await call('/user/login', { googleToken })
  if (!token) throw new Error('Signing in failed.')
  return token
}
