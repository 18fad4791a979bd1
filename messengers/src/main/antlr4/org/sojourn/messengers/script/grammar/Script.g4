/*
 * MESSENGERS-C: C without pointers, unions and unsigned numbers, and with the statements that navigate, after Munehiro Fukuda,
 * Lubomir F. Bic and Michael B. Dillencourt, "MESSENGERS: A Distributed Computing Environment for Autonomous Objects", 1996.
 *
 * What isn't allowed but easily written (pointers, unsigned, ->, sizeof) is read all the same, so that it can be called by its name.
 * Every decision can be made by the words ahead alone, without the rules that are open: the parser runs in SLL mode.
 */
grammar Script;

script: item* EOF;

item: nodeFile | declarationOrRoutine | statement;

nodeFile: NODE_FILE STRING?;

// ---- declarations -------------------------------------------------------------------------------------------------

declarationOrRoutine: modifier* type (routine | declarators? ';');

declaration: modifier* type declarators? ';';

modifier: CONST | STATIC | EXTERN | REGISTER | VOLATILE | TYPEDEF | AUTO;

type: structType | enumType | typeWord+;

typeWord:
    CHAR | SHORT | INT | LONG | FLOAT | DOUBLE | SIGNED | VOID | NODE_T | MESSENGER_T | UNSIGNED;

structType: (STRUCT | UNION) (ID ('{' field* '}')? | '{' field* '}');

field: modifier* type declarators ';';

enumType: ENUM (ID ('{' enumerators '}')? | '{' enumerators '}');

enumerators: enumerator (',' enumerator)* ','?;

enumerator: ID ('=' expr)?;

declarators: declarator (',' declarator)*;

declarator: ('*' | '&')* ID extent* ('=' initialiser)?;

extent: '[' expr? ']';

initialiser: '{' (initialiser (',' initialiser)* ','?)? '}' | expr;

routine: ('*' | '&')* ID '(' parameters? ')' (block | ';');

parameters: parameter (',' parameter)*;

parameter: modifier* type ('*' | '&')* ID? extent*;

// ---- statements ---------------------------------------------------------------------------------------------------

block: '{' (declaration | statement)* '}';

statement:
    block                                                               # blockStatement
    | label+ statement?                                                 # labelled
    | IF '(' expression ')' statement (ELSE statement)?                 # if
    | WHILE '(' expression ')' statement                                # while
    | DO statement WHILE '(' expression ')' ';'                         # doWhile
    | FOR '(' (declaration | expression? ';') forCondition ';' forUpdate ')' statement # for
    | SWITCH '(' expression ')' statement                               # switch
    | BREAK ';'                                                         # break
    | CONTINUE ';'                                                      # continue
    | GOTO ID ';'                                                       # goto
    | RETURN expression? ';'                                            # return
    | EXIT ('(' ')')? ';'                                               # exit
    | operation=(CREATE | HOP | DELETE | FUNC | EXEC) '(' arguments ')' ';' # operate
    | expression ';'                                                    # expressionStatement
    | ';'                                                               # empty;

label: ID ':' | CASE expr ':' | DEFAULT ':';

forCondition: expression?;

forUpdate: expression?;

arguments: (argument ((';' | ',') argument)* (';' | ',')?)?;

argument: ID '=' pattern | pattern;

pattern: sign=('*' | '~' | '+' | '-') | expr;

// ---- expressions --------------------------------------------------------------------------------------------------

expression: expr (',' expr)*;

expr:
    primary                                                             # simple
    | expr '[' expression ']'                                           # index
    | expr ('.' | '->') ID                                              # member
    | expr op=('++' | '--')                                             # postfix
    | op=('++' | '--' | '+' | '-' | '!' | '~' | '*' | '&') expr         # prefix
    | '(' type '*'* ')' expr                                            # cast
    | expr op=('*' | '/' | '%') expr                                    # binary
    | expr op=('+' | '-') expr                                          # binary
    | expr op=('<<' | '>>') expr                                        # binary
    | expr op=('<' | '<=' | '>' | '>=') expr                            # binary
    | expr op=('==' | '!=') expr                                        # binary
    | expr op='&' expr                                                  # binary
    | expr op='^' expr                                                  # binary
    | expr op='|' expr                                                  # binary
    | expr op='&&' expr                                                 # binary
    | expr op='||' expr                                                 # binary
    | <assoc = right> expr '?' expression ':' expr                      # choice
    | <assoc = right> expr op=('=' | '+=' | '-=' | '*=' | '/=' | '%=' | '<<=' | '>>=' | '&=' | '^=' | '|=') expr # assign;

primary:
    ID '(' (expr (',' expr)*)? ')'                                      # call
    | ID                                                                # name
    | NETWORK                                                           # network
    | NUMBER                                                            # number
    | CHARACTER                                                         # character
    | STRING+                                                           # text
    | NONE                                                              # none
    | SIZEOF ('(' type extent* ')' | expr)                              # sizeof
    | '(' expression ')'                                                # nested;

// ---- words --------------------------------------------------------------------------------------------------------

NODE_FILE: '#' [ \t]* 'node';

AUTO: 'auto';
BREAK: 'break';
CASE: 'case';
CHAR: 'char';
CONST: 'const';
CONTINUE: 'continue';
CREATE: 'create';
DEFAULT: 'default';
DELETE: 'delete';
DO: 'do';
DOUBLE: 'double';
ELSE: 'else';
ENUM: 'enum';
EXEC: 'exec';
EXIT: 'exit';
EXTERN: 'extern';
FLOAT: 'float';
FOR: 'for';
FUNC: 'func';
GOTO: 'goto';
HOP: 'hop';
IF: 'if';
INT: 'int';
LONG: 'long';
MESSENGER_T: 'messenger_t';
NODE_T: 'node_t';
NONE: 'none';
REGISTER: 'register';
RETURN: 'return';
SHORT: 'short';
SIGNED: 'signed';
SIZEOF: 'sizeof';
STATIC: 'static';
STRUCT: 'struct';
SWITCH: 'switch';
TYPEDEF: 'typedef';
UNION: 'union';
UNSIGNED: 'unsigned';
VOID: 'void';
VOLATILE: 'volatile';
WHILE: 'while';

ID: [a-zA-Z_] [a-zA-Z_0-9]*;

NETWORK: '$' [a-zA-Z_0-9]*;

NUMBER: ([0-9] | '.' [0-9]) ([eEpP] [+-] | [0-9a-zA-Z_] | '.')*;

CHARACTER: '\'' (~['\\\r\n] | '\\' ~[\r\n])* '\'';

STRING: '"' (~["\\\r\n] | '\\' ~[\r\n])* '"';

// What isn't closed is taken as if it were, and reported.
OPEN_CHARACTER: '\'' (~['\\\r\n] | '\\' ~[\r\n])* '\\'?;

OPEN_STRING: '"' (~["\\\r\n] | '\\' ~[\r\n])* '\\'?;

OPEN_COMMENT: '/*' (~'*' | '*'+ ~[*/])* '*'* EOF;

COMMENT: '/*' .*? '*/' -> skip;

LINE_COMMENT: '//' ~[\r\n]* -> skip;

SPACE: [ \t\r\n\f\u00A0\uFEFF]+ -> skip;

UNKNOWN: .;
