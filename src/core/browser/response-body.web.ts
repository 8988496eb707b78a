/** The contents of an answer: JSON where it is JSON, else its text; null when it is empty. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  if (!response.headers.get('Content-Type')?.includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
