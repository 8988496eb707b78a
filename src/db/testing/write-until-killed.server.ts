import { pino } from 'pino'
import { openDatabase } from '../database.server.ts'

// Run by the crash tests: writes as fast as it can until it is killed, and prints what the database
// acknowledged.
//   node write-until-killed.server.ts <dataDir> <round> [<backup to start from>]

const [dataDir, round, startFrom] = process.argv.slice(2)
if (!dataDir || !round) throw new Error('usage: write-until-killed.server.ts <dataDir> <round> [<backup>]')

const db = await openDatabase({ dataDir, log: pino({ level: 'silent' }), startFrom })
await db.pool.query(`create table if not exists accounts (id int primary key, balance bigint not null);
  create table if not exists transfers
    (round int, number int, amount int not null, primary key (round, number));
  insert into accounts select id, 1000 from generate_series(1, 100) as id on conflict do nothing`)
process.stdout.write('open\n')

for (let number = 1; ; number++) {
  // Two accounts and a row about it, all or nothing, so that a torn transaction shows as a wrong sum.
  await db.kysely.transaction().execute(async (trx) => {
    const [from, to, amount] = [(number % 100) + 1, ((number * 7 + 3) % 100) + 1, number % 10]
    await trx
      .updateTable('accounts')
      .set((eb) => ({ balance: eb('balance', '-', amount) }))
      .where('id', '=', from)
      .execute()
    await trx
      .updateTable('accounts')
      .set((eb) => ({ balance: eb('balance', '+', amount) }))
      .where('id', '=', to)
      .execute()
    await trx
      .insertInto('transfers')
      .values({ round: Number(round), number, amount })
      .execute()
  })
  process.stdout.write(`${number}\n`)
}
