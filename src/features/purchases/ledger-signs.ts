/** In the address of the ledger: amounts with their signs turned round, so that income and what we owe are above zero. */
export const signsOfCredits = 'credits'
