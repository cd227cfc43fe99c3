/** English, for which there are more rules than a stemmer knows, because most questions are asked in it. */

export const ENGLISH_STOPS: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any anybody anyone anything are as at be because been before being below
  between both but by can cannot could did do does doing don down during each either else ever every few for from further
  get gets getting give go going gonna good got had has have having he hello her here hers hey hi him his how i if in into is
  it its itself just kindly know let like ll look looking lot make many may maybe me might mine more most much must my myself
  need new no nor not now of off ok okay on one only or other our ours out over own per please quite re really s same say see
  shall she should so some somebody someone something soon still such sure t take tell than thank thanks that the their theirs
  them then there these they thing things this those thru to too try under until up upon us use ve very want was way we well
  were what whats when where whether which while who whom whose why will wish with within without won would yes yet you your
  yours allowed possible question wondering happen happens work works ask best long next able accept accepted accepting bought buy extra live lived old still type typed wonder whole every
  aren couldn d didn doesn hadn hasn haven isn ll m re shouldn ve wasn weren wouldn arent cant couldnt didnt doesnt dont hasnt havent
  im isnt ive shouldnt thats theres wasnt werent whats wheres hows wont wouldnt youre yourself yourselves myself since rather anymore
  actually already else another instead ever never today u r ur n pls plz thx thnx cuz cos bc btw wanna gotta lemme wen wat wich abt gimme omg lol
  oops guys folks mate dude please yeah yes yep hmm well anyway`.split(/\s+/),
);

/** Small words that belong to a verb: send the boots *back*, call it *off*. */
export const ENGLISH_PARTICLES: ReadonlySet<string> = new Set('apart away back down in off on out up'.split(' '));

/** Forms that a stemmer for regular words can't bring together. */
export const ENGLISH_UNUSUAL: ReadonlyMap<string, string> = new Map(
  Object.entries({
    wear: 'wore worn wearing',
    send: 'sent',
    buy: 'bought purchase purchased',
    pay: 'paid',
    break: 'broke broken',
    lose: 'lost',
    get: 'got',
    come: 'came',
    ship: 'shipped shipping shipment',
    deliver: 'delivered delivery deliveries',
    child: 'children',
    foot: 'feet',
    keep: 'kept stored',
    forget: 'forgot forgotten',
    choose: 'chose chosen',
    take: 'took taken',
    go: 'went',
    give: 'gave given',
    wash: 'washed washing',
    tear: 'tore torn',
  }).flatMap(([regular, forms]) => forms.split(' ').map((form) => [form, regular] as const)),
);
