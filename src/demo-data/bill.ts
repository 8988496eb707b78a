// Who plays what. Artists are made up; works are old enough to belong to everybody; teams are facts.

/** Name, genre, country. */
export const artistRows: readonly (readonly [string, string, string])[] = [
  ['Aurora Valdés', 'Pop', 'ES'], ['Los Faroles', 'Rock', 'ES'], ['Nieve Carrasco', 'Flamenco', 'ES'], ['Marea Baja', 'Indie', 'ES'],
  ['The Copper Larks', 'Folk', 'GB'], ['Saffron Hollow', 'Indie', 'GB'], ['Northbound Signal', 'Rock', 'GB'], ['Etta Marlowe', 'Soul', 'GB'],
  ['Kid Cassini', 'Hip-hop', 'US'], ['Juniper Vale', 'Country', 'US'], ['The Midnight Almanac', 'Rock', 'US'], ['Delphine Rae', 'R&B', 'US'],
  ['Static Cathedral', 'Metal', 'US'], ['Marlon Teague Quartet', 'Jazz', 'US'], ['Blue Ridge Telegraph', 'Bluegrass', 'US'],
  ['Les Lanternes', 'Chanson', 'FR'], ['Océane Darcel', 'Pop', 'FR'], ['Minuit Passé', 'Electronic', 'FR'],
  ['Nachtfalter', 'Electronic', 'DE'], ['Lena Amsel', 'Pop', 'DE'], ['Stahlwerk Sieben', 'Metal', 'DE'],
  ['Fado Maior', 'Fado', 'PT'], ['Beatriz Lobo', 'Fado', 'PT'], ['I Navigli', 'Pop', 'IT'], ['Chiara Montalto', 'Opera', 'IT'],
  ['Sólveig Arnardóttir', 'Ambient', 'IS'], ['Fjallagras', 'Folk', 'IS'], ['Tove Lindqvist', 'Pop', 'SE'], ['Norrsken', 'Metal', 'SE'],
  ['Havnegade', 'Electronic', 'DK'], ['Zorza', 'Folk', 'PL'], ['Defne Aksoy', 'Pop', 'TR'], ['Rembetika Circle', 'Folk', 'GR'],
  ['Lucero del Monte', 'Ranchera', 'MX'], ['Grupo Alborada', 'Cumbia', 'MX'], ['Sonora del Puerto', 'Salsa', 'CO'],
  ['Bossa Nove', 'Bossa nova', 'BR'], ['Ipê Amarelo', 'Samba', 'BR'], ['Tango Sur', 'Tango', 'AR'], ['Camila Ferreyra', 'Pop', 'AR'],
  ['Quena y Viento', 'Andean', 'PE'], ['Zamani Choir', 'Choral', 'ZA'], ['Kwela Kings', 'Jazz', 'ZA'], ['Amina Wanjiru', 'Afropop', 'KE'],
  ['Gnawa Atlas', 'Gnawa', 'MA'], ['Yasmine El Sherif', 'Pop', 'EG'], ['Raga Meridian', 'Classical', 'IN'], ['Neel & the Monsoon', 'Rock', 'IN'],
  ['Hoshizora', 'J-pop', 'JP'], ['Kintsugi Orchestra', 'Classical', 'JP'], ['Haneul', 'K-pop', 'KR'], ['Seven Lanterns', 'K-pop', 'KR'],
  ['Jade Harbour', 'Cantopop', 'HK'], ['Straits Ensemble', 'Classical', 'SG'], ['The Nullarbor Line', 'Rock', 'AU'], ['Wren Gallagher', 'Indie', 'AU'],
  ['Tūī & Kōwhai', 'Folk', 'NZ'], ['Maple Static', 'Indie', 'CA'], ['Élodie Tremblay', 'Pop', 'CA'], ['Alpine Brass', 'Brass', 'CH'],
]

/** Title and genre of works for the stage. */
export const workRows: readonly (readonly [string, string])[] = [
  ['La Traviata', 'Opera'], ['Carmen', 'Opera'], ['The Magic Flute', 'Opera'], ['Don Giovanni', 'Opera'], ['Tosca', 'Opera'],
  ['Aida', 'Opera'], ['The Barber of Seville', 'Opera'], ['Rigoletto', 'Opera'], ['Fidelio', 'Opera'], ['Così fan tutte', 'Opera'],
  ['Swan Lake', 'Ballet'], ['The Nutcracker', 'Ballet'], ['Giselle', 'Ballet'], ['The Sleeping Beauty', 'Ballet'], ['Don Quixote', 'Ballet'],
  ['Hamlet', 'Drama'], ['Macbeth', 'Drama'], ['Twelfth Night', 'Comedy'], ['A Midsummer Night’s Dream', 'Comedy'], ['Othello', 'Drama'],
  ['La casa de Bernarda Alba', 'Drama'], ['La vida es sueño', 'Drama'], ['Fuenteovejuna', 'Drama'], ['Don Juan Tenorio', 'Drama'],
  ['Bodas de sangre', 'Drama'], ['The Cherry Orchard', 'Drama'], ['Three Sisters', 'Drama'], ['A Doll’s House', 'Drama'],
  ['The Importance of Being Earnest', 'Comedy'], ['Pygmalion', 'Comedy'], ['Tartuffe', 'Comedy'], ['Cyrano de Bergerac', 'Drama'],
  ['The Mikado', 'Operetta'], ['The Pirates of Penzance', 'Operetta'], ['Die Fledermaus', 'Operetta'], ['The Merry Widow', 'Operetta'],
]

/** Team, sport, home venue, other spelling. Leagues play within one sport. */
export const teamRows: readonly (readonly [string, string, string, string?])[] = [
  ['Real Madrid', 'football', 'Santiago Bernabéu', 'Real Madrid CF'], ['FC Barcelona', 'football', 'Camp Nou', 'Barça'],
  ['Sevilla FC', 'football', 'Ramón Sánchez-Pizjuán', 'Sevilla'], ['SL Benfica', 'football', 'Estádio da Luz', 'Benfica'],
  ['Arsenal', 'football', 'Emirates Stadium', 'Arsenal FC'], ['Chelsea', 'football', 'Stamford Bridge', 'Chelsea FC'],
  ['Paris Saint-Germain', 'football', 'Parc des Princes', 'PSG'], ['Ajax', 'football', 'Johan Cruijff ArenA', 'AFC Ajax'],
  ['Hertha BSC', 'football', 'Olympiastadion', 'Hertha Berlin'], ['AS Roma', 'football', 'Stadio Olimpico', 'Roma'],
  ['Beşiktaş', 'football', 'Vodafone Park', 'Besiktas JK'], ['Club América', 'football', 'Estadio Azteca', 'America'],
  ['Flamengo', 'football', 'Maracanã', 'CR Flamengo'], ['Palmeiras', 'football', 'Allianz Parque', 'SE Palmeiras'],
  ['Boca Juniors', 'football', 'La Bombonera', 'CA Boca Juniors'],
  ['New York Knicks', 'basketball', 'Madison Square Garden', 'Knicks'], ['Los Angeles Lakers', 'basketball', 'Crypto.com Arena', 'LA Lakers'],
  ['Toronto Raptors', 'basketball', 'Scotiabank Arena', 'Raptors'],
  ['New York Yankees', 'baseball', 'Yankee Stadium', 'NY Yankees'], ['Los Angeles Dodgers', 'baseball', 'Dodger Stadium', 'LA Dodgers'],
  ['Yomiuri Giants', 'baseball', 'Tokyo Dome', 'Giants'],
  ['Chicago Bears', 'american_football', 'Soldier Field', 'Bears'],
  ['Vancouver Canucks', 'ice_hockey', 'Rogers Arena', 'Canucks'], ['Vegas Golden Knights', 'ice_hockey', 'T-Mobile Arena', 'Golden Knights'],
  ['Scotland', 'rugby', 'Murrayfield Stadium'], ['Stormers', 'rugby', 'DHL Stadium', 'DHL Stormers'], ['Manu Samoa', 'rugby', 'Apia Park', 'Samoa'],
  ['Mumbai Indians', 'cricket', 'Wankhede Stadium', 'MI'], ['Melbourne Stars', 'cricket', 'Melbourne Cricket Ground', 'Stars'],
  ['Sydney Thunder', 'cricket', 'Accor Stadium', 'Thunder'],
  // These only ever visit: their own grounds are not among the venues.
  ['Liverpool', 'football', '', 'Liverpool FC'], ['Athletic Club', 'football', '', 'Athletic Bilbao'],
  ['Boston Celtics', 'basketball', '', 'Celtics'], ['Boston Red Sox', 'baseball', '', 'Red Sox'],
  ['Green Bay Packers', 'american_football', '', 'Packers'], ['Montréal Canadiens', 'ice_hockey', '', 'Habs'],
  ['England', 'rugby', ''], ['Chennai Super Kings', 'cricket', '', 'CSK'],
]

export const exhibitionTitles: readonly string[] = [
  'Light and Iron: A Century of Industry', 'Goya: The Late Prints', 'Botanical Worlds', 'Mapping the Oceans', 'The Weavers of Time',
  'Portraits of a City', 'Silk Roads', 'Glass and Fire', 'Paper Theatres', 'Sorolla y el mar', 'Constellations', 'Masters of the Woodblock',
]

export const festivalTitles: readonly string[] = [
  'Jazz Festival', 'Festival of Light', 'Early Music Week', 'Film Nights', 'Food and Wine Weekend', 'Festival de Verano', 'Book Fair',
]
