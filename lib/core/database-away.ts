/** The mark of DatabaseAway on an error that a page throws: the framework passes a digest on to the browser, no message. */
export const databaseAwayDigest = 'DATABASE_AWAY'
