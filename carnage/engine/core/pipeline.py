"""How Numba is led through a rule: by the passes that rules need, and by no others.

Rules are loops and arithmetic over records. There are no closures in them, no generators, no `with`, nothing
that is counted by references, and no arrays that are reckoned with as wholes. Numba looks for all of these,
for some of them several times, and before and after each look puts together who uses which variable where:
more than half of the time that its own Python took.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from llvmlite.binding import ffi
from numba import _dynfunc
from numba.core import analysis, ir, lowering, ssa, transforms, types
from numba.core.compiler import CompilerBase, StateDict, _CompileStatus, _LowerResult, _make_subtarget
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import new_error_context  # type: ignore[attr-defined]
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.interpreter import Interpreter
from numba.core.ir_utils import build_definitions
from numba.core.rewrites import rewrite_registry
from numba.core.typed_passes import NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.untyped_passes import RewriteDynamicRaises

_infer, _strip, _raises, _conclude = (
    each() for each in (NopythonTypeInference, PreLowerStripPhis, RewriteDynamicRaises, NoPythonBackend)
)


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """What Numba asks to compile one rule, into a library that `new_library` makes of the rule's name."""

    def __init__(
        self,
        new_library: Callable[[str], Any],
        typingctx: Any,
        targetctx: Any,
        library: Any,
        args: Any,
        return_type: Any,
        flags: Any,
        locals: Any,
    ) -> None:
        # As CompilerBase has it, but that it would read its settings and all that it knows of types anew.
        self.state = StateDict(
            typingctx=typingctx,
            targetctx=_make_subtarget(targetctx, flags),
            args=args,
            return_type=return_type,
            flags=flags,
            locals=locals,
            metadata={},
            reload_init=[],
            pipeline=self,
            status=_CompileStatus(False),
        )
        nothing_yet = ("bc", "func_id", "func_ir", "lifted_from", "typemap", "calltypes", "type_annotation")
        self.state.update(dict.fromkeys(nothing_yet))
        self._new_library = new_library

    def define_pipelines(self) -> list[Any]:
        self.state.library = self._new_library(self.state.func_id.func_qualname)
        return [_Passes()]


class _Passes:
    """What a rule goes through, in the place of Numba's list of passes."""

    pipeline_name = "rule"

    def __init__(self) -> None:
        self.exec_times: dict[str, float] = {}

    @global_compiler_lock  # type: ignore[untyped-decorator]
    def run(self, state: Any) -> None:
        _read(state)
        _rewrite(state)
        _raises.run_pass(state)
        _assign_once(state)
        _infer.run_pass(state)
        _join(state)
        _lower(state)
        _conclude.run_pass(state)


class _Reader(Interpreter):  # type: ignore[misc]
    """Reads Python's steps, without a second look for `with` and for calls with stars."""

    def post_process(self, peepholes: Any, func_ir: Any) -> Any:
        return func_ir


def _read(state: Any) -> None:
    function = _Reader(state.func_id).interpret(state.bc)
    function.blocks = transforms.canonicalize_cfg(function.blocks)
    function.generator_info = None
    state.func_ir, state.nargs = function, function.arg_count
    if len(state.args) != state.nargs:
        raise TypeError(f"{state.func_id.func_qualname}: {len(state.args)} types for {state.nargs} arguments")


def _rewrite(state: Any) -> None:
    """Numba's small rewrites: constant indices, constant operands, what is raised."""
    function = state.func_ir
    for kind in rewrite_registry.rewrites["before-inference"]:
        rewriting = kind(state)
        waiting = list(function.blocks)
        while waiting:
            label = waiting.pop()
            if rewriting.match(function, function.blocks[label], None, None):
                function.blocks[label] = rewriting.apply()
                waiting.append(label)


def _assign_once(state: Any) -> None:
    """Give each variable that is assigned to more than once as many names, where Numba would go through all
    of the function for each of them: only blocks that mention it have to be looked at."""
    blocks = dict(state.func_ir.blocks)
    mentioning: dict[str, dict[int, None]] = defaultdict(dict)
    for label, block in blocks.items():
        for step in block.body:
            for variable in step.list_vars():
                mentioning[variable.name][label] = None
    graph = analysis.compute_cfg_from_blocks(blocks)
    fronts = ssa._iterated_domfronts(graph)
    handler = ssa._FixSSAVars(ssa._CacheListVars())
    for name in ssa._find_defs_violators(blocks, graph):
        some, definitions = ssa._fresh_vars({label: blocks[label] for label in mentioning[name]}, name)
        states = ssa._make_states(some) | {
            "varname": name,
            "defmap": definitions,
            "phimap": defaultdict(list),
            "cfg": graph,
            "phi_locations": ssa._compute_phi_locations(fronts, definitions),
        }
        blocks |= ssa._run_block_rewrite(some, states, handler)
        for label, joining in states["phimap"].items():
            before = blocks[label]
            blocks[label] = ir.Block(scope=before.scope, loc=before.loc)
            blocks[label].body = joining + before.body
    state.func_ir.blocks = blocks
    state.func_ir._definitions = build_definitions(blocks)


def _join(state: Any) -> None:
    """Put assignments in the place of what joins several names for a variable."""
    state.func_ir = _strip._strip_phi_nodes(state.func_ir)
    state.func_ir._definitions = build_definitions(state.func_ir.blocks)


class _Lower(lowering.Lower):  # type: ignore[misc]
    """Makes LLVM's language of a rule, in which nobody tries and excepts."""

    def init(self) -> None:
        super().init()
        # Of each sum it asks first whether there is a way of its own to add this constant. There is none, for
        # which it would look through all that it knows again.
        self.context.refresh = lambda: None

    def pre_block(self, block: Any) -> None:
        self._cur_ir_block = block

    def lower_block(self, block: Any) -> None:
        self.pre_block(block)
        for step in block.body:
            self.loc = step.loc
            try:
                self.lower_inst(step)
            except Exception:
                with new_error_context('lowering "{step}" at {loc}', step=step, loc=self.loc):
                    raise


def _lower(state: Any) -> None:
    library, context, flags = state.library, state.targetctx, state.flags
    description = PythonFunctionDescriptor.from_specialized_function(
        state.func_ir,
        state.typemap,
        state.return_type,
        state.calltypes,
        mangler=context.mangler,
        inline=flags.forceinline,
        noalias=flags.noalias,
        abi_tags=[flags.get_mangle_string()],
    )
    with context.push_code_library(library):
        lower = _Lower(context, library, description, state.func_ir, metadata=state.metadata)
        lower.lower()
        if not flags.no_cpython_wrapper:
            lower.create_cpython_wrapper(flags.release_gil)
    function = library.executable(context, description, lower.env)
    context.insert_user_function(function, description, [library])
    state.reload_init.extend(library._reload_init)
    state.cr = _LowerResult(description, lower.call_helper, cfunc=function, env=lower.env)


def without_code(library: Any, description: Any, environment: Any) -> Any:
    """What stands for a compiled function of which there is no code to run."""
    name = description.qualname.rpartition(".")[2]
    return _dynfunc.make_function(description.lookup_module(), name, "", 0, environment, (library,))


# --------------------------------------------------------------------------------- what Numba asks too often


def _remembered(get_call_type: Callable[..., Any]) -> Callable[..., Any]:
    """What comes of an operator or a function of Numba's for these types, found out once: for each sum it
    would go through all meanings of `+` four times."""

    def remembered(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return get_call_type(self, context, args, kws)
        known = vars(self).setdefault("_known", {})
        types_given = tuple(args)
        if types_given not in known:
            known[types_given] = get_call_type(self, context, types_given, kws)
        return known[types_given]

    return remembered


types.BaseFunction.get_call_type = _remembered(types.BaseFunction.get_call_type)  # type: ignore[method-assign]

# Numba has itself told of every single call of LLVM, in order to tell how long they take.
for told in list(ffi.lib._lock._cblist):
    ffi.unregister_lock_callback(*told)
