import type { InventedVenue } from './invented-venues.ts'
import { listIn, sectionsIn, spellingsIn } from './invented-venues.ts'

/** Made-up venues and what sellers write for their sections; the answers were written before the resolver was tried. */
export const inventedHalls: readonly InventedVenue[] = [
  {
    name: 'an arena with blocks on levels, suites and a lettered floor',
    sections: sectionsIn(`
      Block 101..112 @ Level 1 ~ Block 401..422 @ Level 4 ~ Suite 1..40 @ Suites Level ~ Floor Block A @ Floor ~
      Floor Block B @ Floor ~ Floor Block C @ Floor ~ Floor Block D @ Floor ~ Standing ~ VIP Lounge ~
      Accessible Platform North ~ Accessible Platform South
    `),
    placed: spellingsIn(`
      BLK 101 ~ Blk101 ~ 101 ~ Sec 101 ~ Lower Tier 101 ~ 101 Row A => Block 101
      Lower Tier Block 110 => Block 110
      Level 1 Block 104 ~ Level 1 - 104 ~ Block 104 Aisle ~ Block 104 limited view ~
      Block 104 side view => Block 104
      Upper Tier 411 ~ Upper Level Block 411 Row K ~ Block 411 Upper => Block 411
      Block A ~ Floor A ~ Block A Floor => Floor Block A
      FLOOR BLK B => Floor Block B
      Flr C => Floor Block C
      Ste 12 ~ VIP Suite 12 => Suite 12
      GA Standing => Standing
    `),
    placedOrRefused: spellingsIn(`
      L1 Block 104 ~ Row A Block 104 ~ Block 104 hospitality => Block 104
      L4 Block 404 ~ L4 404 => Block 404
      A => Floor Block A
      General Admission Standing ~ Standing Floor ~ Floor Standing ~ GA => Standing
      Early Entry Package Block 101 => Block 101
      North Platform ~ Accessible North => Accessible Platform North
      Wheelchair Platform South => Accessible Platform South
    `),
    refused: listIn(`
      Level 4 - 104 ~ Level 4 Block 104 ~ L1 404 ~ Floor Block E ~ Floor E ~ Block E ~ Floor 101 ~ Floor 1 ~ A1 ~
      Block A1 ~ Suite 41 ~ Suite 101 ~ Box 12 ~ VIP Box 12 ~ Block 12 ~ 12 ~ Level 12 ~ VIP ~ Lounge ~
      VIP Standing ~ Early Entry Standing ~ Accessible Platform ~ Block 113 ~ Block 400 ~ Block 423 ~ Block 1010 ~
      Block 10 ~ Parking Block 101 ~ Car Park 4 ~ Gate 101 ~ Door 404 ~ Block 101 or 102 ~ Block 101/102 ~
      101-104 ~ Blocks 101 to 104 ~ Level 4 ~ Floor ~ Any Block ~ Lower Tier ~ 101A ~ Block four hundred
    `),
  },
  {
    name: 'a theatre with circles, slips and boxes',
    sections: sectionsIn(`
      Stalls ~ Royal Circle ~ Upper Circle ~ Balcony ~ Box A ~ Box B ~ Box C ~ Box D ~ Box E ~ Box F ~ Box G ~
      Box H ~ Grand Tier Box J ~ Grand Tier Box K ~ Grand Tier Box L ~ Grand Tier Box M ~ Stalls Slips Left ~
      Stalls Slips Right
    `),
    placed: spellingsIn(`
      STALLS ~ Stall ~ Stalls Row C ~ Stalls, Row C => Stalls
      Stalls Slip Left ~ Left Stalls Slips => Stalls Slips Left
      ROYAL CIRCLE ~ Royal Cir => Royal Circle
      Upr Circle => Upper Circle
      Balc => Balcony
      BOX A => Box A
      Bx B => Box B
      GT Box K => Grand Tier Box K
    `),
    placedOrRefused: spellingsIn(`
      Stls ~ Premium Stalls ~ Stalls (restricted view) ~ Stalls Restricted View ~ Stalls VIP => Stalls
      Stalls Slips L ~ Slips Left ~ SSL => Stalls Slips Left
      SSR ~ Right Slips => Stalls Slips Right
      Royal ~ RC => Royal Circle
      UC ~ Upper => Upper Circle
      Box J ~ Grand Tier J => Grand Tier Box J
      GTB K => Grand Tier Box K
      A => Box A
    `),
    refused: listIn(`
      Front Stalls ~ Rear Stalls ~ Stalls Left ~ Stalls Centre ~ Stalls Slips ~ Slips ~ Circle ~ Dress Circle ~
      Grand Circle ~ Grand Tier ~ Lower Circle ~ Upper Balcony ~ Gallery ~ Amphitheatre ~ Box I ~
      Grand Tier Box A ~ Grand Tier A ~ Box 1 ~ Box ~ Boxes ~ Stalls A ~ Stalls Box A ~ Royal Circle Box A ~
      Balcony A ~ Row A ~ Orchestra ~ Mezzanine ~ Loge ~ Upper Circle Slips ~ Royal Circle Slips ~ Standing ~
      Programme ~ Royal Circle + Programme ~ Best Available ~ Stalls or Royal Circle ~ Stalls/Royal Circle ~
      Parterre ~ Royal Box ~ Circle Box A ~ Balcony Box
    `),
  },
  {
    name: 'a French opera house',
    sections: sectionsIn(`
      Orchestre ~ Parterre ~ Balcon ~ Première Loge Face ~ Première Loge Côté ~ Deuxième Loge Face ~
      Deuxième Loge Côté ~ Troisième Loge ~ Quatrième Loge ~ Amphithéâtre ~ Baignoire ~ Loge 1..20 ~
      Stalle de côté
    `),
    placed: spellingsIn(`
      ORCHESTRE ~ Orch ~ Orchestra => Orchestre
      PARTERRE => Parterre
      Balcony => Balcon
      Premiere Loge Face ~ Premières Loges Face => Première Loge Face
      PREMIERE LOGE COTE => Première Loge Côté
      Deuxièmes Loges Face => Deuxième Loge Face
      Loge n°4 => Loge 4
      Loge no 12 => Loge 12
      Baignoires => Baignoire
      Amphi ~ Amphitheatre => Amphithéâtre
    `),
    placedOrRefused: spellingsIn(`
      Fauteuil d'orchestre ~ Fauteuils Orchestre ~ Orchestre Impair ~ Orchestre Pair ~
      Carré Or Orchestre => Orchestre
      1ère Loge Face ~ 1ere loge de face ~ 1res Loges Face => Première Loge Face
      Première Loge de Côté => Première Loge Côté
      2e Loge Face ~ 2nd Loge Face ~ Second Loge Face => Deuxième Loge Face
      2ème loge côté => Deuxième Loge Côté
      3ème loge ~ 3e Loge => Troisième Loge
      4ème Loge => Quatrième Loge
      4 Loge ~ Loge N 4 => Loge 4
      Lg 12 => Loge 12
      Stalles ~ Stalle => Stalle de côté
      Loge 5 visibilité réduite => Loge 5
    `),
    refused: listIn(`
      Fosse d'orchestre ~ Parterre Gauche ~ 1er Balcon ~ 2ème balcon ~ 2e Balcon ~ Premier Balcon ~
      Deuxième Balcon ~ Balcon de face ~ Premières Loges ~ 2èmes loges ~ Deuxième loge ~ Troisième Loge Face ~
      Troisièmes loges de côté ~ Loge 21 ~ Loge ~ Loge de face ~ Loge 2 face ~ Première Loge 2 ~ 1ère Loge 2 ~
      Première loge n° 12 ~ Loge 12 1er étage ~ Box 12 ~ 12 ~ 2 ~ Baignoire 3 ~ Baignoire n° 12 ~
      Amphithéâtre Face ~ Stalls ~ Strapontin ~ Strapontin Orchestre ~ Galerie ~ Paradis ~ Poulailler ~
      Catégorie 1 ~ Cat 1 ~ Carré Or ~ Orchestre ou Balcon ~ Orchestre / Parterre ~ Visibilité réduite ~
      Loge 5 à 8
    `),
  },
  {
    name: 'a Japanese dome',
    sections: sectionsIn(`
      Arena A ~ Arena B ~ Arena C ~ 1F Stand Block 1..30 @ 1F ~ 2F Stand Block 1..20 @ 2F ~ Infield S ~
      Infield A 1st Base ~ Infield A 3rd Base ~ Infield B 1st Base ~ Infield B 3rd Base ~ Outfield Right ~
      Outfield Left ~ Outfield Left Visitor ~ Excite Seat 1st Base ~ Excite Seat 3rd Base ~ Backnet Seat ~
      Balcony 1st Base ~ Balcony 3rd Base ~ VIP Box ~ Kita Stand ~ Minami Stand ~ Higashi Stand ~ Nishi Stand
    `),
    placed: spellingsIn(`
      ARENA-A ~ Arena Block A => Arena A
      1F Block 12 ~ 1F Stand 12 => 1F Stand Block 12
      3rd Base Infield B => Infield B 3rd Base
      Left Outfield => Outfield Left
      KITA STAND ~ Kita-stand => Kita Stand
    `),
    placedOrRefused: spellingsIn(`
      A => Arena A
      1F-12 ~ 1F 12 ~ 1st Floor Block 12 => 1F Stand Block 12
      2F 12 ~ Floor 2 Block 12 ~ 2 kai Block 12 => 2F Stand Block 12
      Block 25 ~ Stand 25 => 1F Stand Block 25
      Infield S Seat ~ Infield Seat S ~ S Seat ~ S-seki => Infield S
      Infield A 1st Base Side ~ Infield A 1B => Infield A 1st Base
      Infield A 3B => Infield A 3rd Base
      Infield B 1st => Infield B 1st Base
      Infield B 3rd Base Side => Infield B 3rd Base
      Outfield L => Outfield Left
      Right Field => Outfield Right
      Outfield Visitor ~ Outfield Left Visiting ~ Visitor => Outfield Left Visitor
      Excite 1st => Excite Seat 1st Base
      Excite Seat 3B ~ Excite Seat 3rd Base Side => Excite Seat 3rd Base
      Backnet ~ Back net seat ~ Back Net => Backnet Seat
      Balcony 1B => Balcony 1st Base
      Balcony 3rd => Balcony 3rd Base
      Kita ~ North Stand => Kita Stand
      South Stand ~ Minami => Minami Stand
      Higashi ~ East Stand => Higashi Stand
      West Stand => Nishi Stand
    `),
    refused: listIn(`
      Arena D ~ Arena ~ Arena A1 ~ Arena A Block 3 ~ Arena A 3 ~ 1F Stand Block 31 ~ 1F Stand ~ 1F ~
      2F Stand Block 21 ~ 2F 25 ~ 2F Block 25 ~ 2F ~ Stand Block 12 ~ Block 12 ~ Stand 12 ~ 12 ~ 3F Block 12 ~
      3F Stand Block 12 ~ B1F Block 12 ~ Infield A ~ Infield C 1st Base ~ Infield 1st Base ~ Infield A 2nd Base ~
      1st Base ~ 1st Base Side ~ 3rd Base ~ Infield ~ Outfield ~ Left Field ~ Outfield Center ~
      Outfield Right Visitor ~ Visitor Right ~ Excite ~ Excite Seat ~ Excite Seat Infield ~ Balcony ~
      Balcony 2nd Base ~ VIP ~ Box ~ VIP Box 3 ~ Box 3 ~ Stand ~ Kita Minami Stand ~ Nishi Stand Block 12 ~
      Kita 12 ~ SS ~ SS Seat ~ Reserved ~ Jiyuseki ~ Shiteiseki
    `),
  },
  {
    name: 'a concert hall with blocks, tiers and boxes',
    sections: sectionsIn(`
      Block A ~ Block B ~ Block C ~ Block D ~ Block E ~ Block F ~ Block G ~ Block H ~ Block A links ~
      Block A rechts ~ Chorempore ~ Podium links ~ Podium rechts ~ Orchestra Left ~ Orchestra Center ~
      Orchestra Right ~ First Tier Left ~ First Tier Center ~ First Tier Right ~ Second Tier ~ Third Tier Center ~
      Terrace East ~ Terrace West ~ Choir Terrace ~ Parterre Box 1 ~ Parterre Box 2 ~ Parterre Box 3 ~
      Dress Circle Left ~ Dress Circle Right ~ Family Circle ~ Family Circle Standing ~ Grand Tier ~
      Grand Tier Box 12 ~ Grand Tier Box 14 ~ Balcony Box 12
    `),
    placed: spellingsIn(`
      East Terrace => Terrace East
      Orch Left ~ Left Orchestra => Orchestra Left
      Orch Ctr ~ Orchestra Centre => Orchestra Center
      1st Tier Left => First Tier Left
      First Tier Ctr => First Tier Center
      2nd Tier => Second Tier
      3rd Tier Center => Third Tier Center
      GT Box 12 => Grand Tier Box 12
      Balc Box 12 => Balcony Box 12
      Fam Circle => Family Circle
    `),
    placedOrRefused: spellingsIn(`
      Block A li ~ A links ~ Links A => Block A links
      A => Block A
      Podium L ~ Podium Left => Podium links
      Chor => Chorempore
      Terr East ~ Terrace E => Terrace East
      Orch L ~ OL => Orchestra Left
      ORCH C => Orchestra Center
      Orchestra R ~ ORCHR => Orchestra Right
      1st Tier L ~ Tier 1 Left => First Tier Left
      FTC => First Tier Center
      Tier 2 => Second Tier
      Third Tier => Third Tier Center
      Parterre 1 ~ Box 1 => Parterre Box 1
      PB 2 => Parterre Box 2
      Grand Tier 12 => Grand Tier Box 12
      Balcony 12 => Balcony Box 12
      Dress Circle L ~ Circle Left => Dress Circle Left
      DCR => Dress Circle Right
      Family Circle Standing Room ~ Family Circle SRO => Family Circle Standing
      Family => Family Circle
    `),
    refused: listIn(`
      Block A Mitte ~ Block B links ~ Block B rechts ~ Block I ~ Podium ~ Podium Mitte ~ Choir ~ Terrace ~
      Terrace North ~ Terrace West Choir ~ Orchestra ~ Orchestra Left Center ~ Orchestra Prime ~ Front Orchestra ~
      Orchestra Front Left ~ Orchestra Balance ~ First Tier ~ Second Tier Left ~ Second Tier Center ~
      2nd Tier Right ~ Third Tier Left ~ Fourth Tier ~ Tier ~ Center ~ Left ~ Parterre Box 4 ~ Parterre Box ~
      Parterre ~ Box 12 ~ Grand Tier Box 13 ~ Grand Tier Box ~ Grand Tier Left ~ Balcony Box 14 ~ Balcony ~
      Dress Circle ~ Dress Circle Center ~ Circle ~ Family Circle Left ~ Family Circle Box 12 ~ Standing Room ~
      Standing ~ Standing Dress Circle ~ Orchestra Standing ~ SRO
    `),
  },
]
