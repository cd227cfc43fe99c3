/** The server's own messages in Portuguese of Brazil. */
import type { MessageCatalogue } from './catalogue.js';

export const ptBr: MessageCatalogue = {
  space: ' ',
  quote: (text) => `“${text}”`,
  toPerson: 'Posso passar você para uma pessoa.',
  toPersonForThat: 'Para isso, posso passar você para uma pessoa.',
  ifNotPerson: 'Se não for isso, posso passar você para uma pessoa.',
  whenStuckPerson: 'Quando não consigo ajudar, posso passar você para uma pessoa.',
  tryLater: 'Tente novamente em alguns minutos.',
  askAgain: 'Pergunte novamente, por favor.',
  otherWords: 'Perguntar com outras palavras pode ajudar.',
  ifNotOtherWords: 'Se não for isso, tente perguntar com outras palavras.',
  tomorrow: 'Volte amanhã, por favor.',
  unknown: 'Não sei: não encontrei nada sobre isso em nossos artigos de ajuda e prefiro não adivinhar.',
  near: 'Não tenho certeza de que isto responde à sua pergunta. O mais próximo que tenho:',
  nothingAbout: (parts) => `Não encontrei nada sobre o restante (${parts}).`,
  unreadable: 'Só consigo ler texto. Você poderia escrever sua pergunta em poucas palavras?',
  greeting: (business) => `Olá, e boas-vindas à ${business}. O que você gostaria de saber?`,
  thanks: 'De nada. Posso ajudar em mais alguma coisa?',
  goodbye: 'Até logo. Esta conversa fica aqui caso você volte.',
  identity: (business) =>
    `Sou um assistente, não uma pessoa. Respondo com base nos artigos de ajuda de ${business} e mostro de onde vem cada resposta.`,
  person: 'Claro. Posso passar esta conversa para uma pessoa.',
  noPerson:
    'Sinto muito, neste chat não há ninguém para quem eu possa passar você. Vou ajudar da melhor forma que puder.',
  failed: 'Algo deu errado enquanto eu respondia. Pergunte novamente ou fale com uma pessoa.',
  down: 'Não consigo responder agora, porque um serviço de que preciso não está acessível.',
  brokeOff: 'Sinto muito, minha resposta foi interrompida aqui.',
  empty: 'Sinto muito, não encontrei palavras para isso.',
  refused: 'Não posso ajudar com isso aqui.',
  tooLong: '(Uma resposta não pode ser mais longa. Pergunte pela parte de que você mais precisa.)',
  tooMany: 'Sinto muito, tentei várias coisas e não consegui terminar.',
  spentHere: 'Já respondi tudo o que posso neste chat por hoje.',
  spentInbox: 'O assistente já respondeu tudo o que pode por hoje.',
};
