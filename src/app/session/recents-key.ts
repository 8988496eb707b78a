/** Where the browser keeps the records the user opened lately. */
export const RECENTS_KEY = 'marquee.recents'
