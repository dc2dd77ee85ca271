/**
 * The digest of DatabaseAway on a page's error: the framework passes only the digest to the
 * browser, not the message.
 */
export const databaseAwayDigest = 'DATABASE_AWAY'
