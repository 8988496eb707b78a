/** Where the browser keeps which records somebody opened lately. */
export const RECENTS_KEY = 'marquee.recents'
